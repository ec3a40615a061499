package qlearn

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/outflank/outflank/engine/runtime/durable"
	"github.com/outflank/outflank/eval"
)

// checkpointMagic starts a checkpoint, which consists of
//
//	8 bytes    "OUTFLNKQ"
//	4 bytes    length of the header
//	…          header, JSON
//	4 n bytes  parameters, float32: the weights and the optimiser's state, then Polyak's average
//	           if there is one, then the members of the pool in order
//	4 bytes    CRC-32C of everything before
//
// with all numbers little-endian. It stores no random number state, because game n seeds its own generator
// with (seed, n).
const checkpointMagic = "OUTFLNKQ"

// errCheckpoint is wrapped if a checkpoint is damaged or belongs to a different training.
var errCheckpoint = errors.New("not a checkpoint of this training")

type checkpointHeader struct {
	Config  Config   `json:"config"`
	Blocks  []int    `json:"blocks"` // lengths of the blocks of parameters
	Done    int      `json:"done"`
	Average bool     `json:"average"`
	Members []Member `json:"members"`
	Mover   bool     `json:"mover,omitempty"` // one-sided features count for the player who moves
	Centred bool     `json:"centred"`         // false = an earlier version wrote it, see tables.centre
}

// Checkpoint returns the state of the trainer: weights and statistics. A new trainer with the same
// configuration, features and source can continue from it with [Trainer.Restore] and ends with the same
// weights.
func (t *Trainer) Checkpoint() ([]byte, error) {
	head, err := json.Marshal(t.header())
	if err != nil {
		return nil, fmt.Errorf("qlearn: checkpoint: %w", err)
	}
	data := append([]byte(checkpointMagic), 0, 0, 0, 0)
	binary.LittleEndian.PutUint32(data[len(checkpointMagic):], uint32(len(head)))
	data = append(data, head...)
	for _, block := range t.blocks() {
		for _, x := range block {
			data = binary.LittleEndian.AppendUint32(data, math.Float32bits(x))
		}
	}
	return binary.LittleEndian.AppendUint32(data, durable.Sum(data)), nil
}

func (t *Trainer) header() checkpointHeader {
	h := checkpointHeader{
		Config: t.cfg, Done: t.done, Average: t.average != nil, Members: t.pool.members, Mover: oneSided(t.q),
		Centred: true,
	}
	for _, block := range t.q.Params() {
		h.Blocks = append(h.Blocks, len(block))
	}
	return h
}

// oneSided reports whether Q is linear and has one-sided features.
func oneSided(q Approximator) bool {
	switch q := q.(type) {
	case *double:
		return oneSided(q.q[0])
	case *linear:
		return eval.OneSided(q.model.Features)
	}
	return false
}

// blocks returns all parameters that a checkpoint stores.
func (t *Trainer) blocks() [][]float32 {
	list := append([][]float32{}, t.q.Params()...)
	list = append(list, t.average...)
	for _, m := range t.pool.members {
		list = append(list, m.params...)
	}
	return list
}

// Restore sets the trainer to the state of a checkpoint. It leaves the trainer unchanged if it returns an
// error.
func (t *Trainer) Restore(data []byte) error {
	if err := t.restore(data); err != nil {
		return fmt.Errorf("qlearn: checkpoint: %w", err)
	}
	return nil
}

func (t *Trainer) restore(data []byte) error {
	head, body, err := openCheckpoint(data)
	if err != nil {
		return err
	}
	if err := t.fits(head); err != nil {
		return err
	}
	size := 0
	for _, n := range head.Blocks {
		size += 4 * n
	}
	copies := 1 + len(head.Members)
	if head.Average {
		copies++
	}
	if len(body) != copies*size {
		return fmt.Errorf("%w: %d bytes of parameters, want %d", errCheckpoint, len(body), copies*size)
	}
	if err := finiteParams(body); err != nil {
		return err
	}
	if t.average = nil; head.Average {
		t.average = cloneParams(t.q.Params())
	}
	t.done, t.pool.members = head.Done, head.Members
	for i := range t.pool.members {
		t.pool.members[i].params = cloneParams(t.q.Params())
	}
	for _, block := range t.blocks() {
		for i := range block {
			block[i] = param(body)
			body = body[4:]
		}
	}
	if !head.Centred {
		for params := range slices.Chunk(t.blocks(), len(head.Blocks)) {
			centre(t.q, params)
		}
	}
	for _, a := range t.actors {
		a.pool = nil
	}
	return nil
}

// centre converts parameters of an approximator from a checkpoint of an earlier version.
func centre(q Approximator, params [][]float32) {
	switch q := q.(type) {
	case *double:
		half := len(params) / 2
		centre(q.q[0], params[:half])
		centre(q.q[1], params[half:])
	case *tables:
		q.centre(params[0])
	}
}

// param returns the first parameter in body.
func param(body []byte) float32 { return math.Float32frombits(binary.LittleEndian.Uint32(body)) }

// finiteParams returns an error if a parameter is not finite. No training produces such parameters, see
// [ErrDiverged].
func finiteParams(body []byte) error {
	for at := 0; at < len(body); at += 4 {
		if x := float64(param(body[at:])); math.IsNaN(x) || math.IsInf(x, 0) {
			return fmt.Errorf("%w: parameter %d is %v, want a finite number", errCheckpoint, at/4+1, x)
		}
	}
	return nil
}

// openCheckpoint checks a checkpoint's magic and checksum and returns its header and parameters.
func openCheckpoint(data []byte) (head checkpointHeader, body []byte, err error) {
	const frame = len(checkpointMagic) + 4
	if len(data) < frame+4 || string(data[:len(checkpointMagic)]) != checkpointMagic {
		return head, nil, fmt.Errorf("%w: it does not begin with %q", errCheckpoint, checkpointMagic)
	}
	end := len(data) - 4
	if durable.Sum(data[:end]) != binary.LittleEndian.Uint32(data[end:]) {
		return head, nil, fmt.Errorf("%w: wrong checksum", errCheckpoint)
	}
	n := binary.LittleEndian.Uint32(data[len(checkpointMagic):])
	if uint64(n) > uint64(end-frame) {
		return head, nil, fmt.Errorf("%w: a header of %d bytes in %d", errCheckpoint, n, end-frame)
	}
	body = data[frame:end]
	decoder := json.NewDecoder(bytes.NewReader(body[:n]))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(&head); err != nil {
		return head, nil, fmt.Errorf("%w: header: %v", errCheckpoint, err)
	}
	return head, body[n:], nil
}

// fits returns an error if the header does not belong to this training.
func (t *Trainer) fits(head checkpointHeader) error {
	own := t.header()
	switch {
	case head.Config != own.Config:
		return fmt.Errorf("%w: the configuration has changed from %+v to %+v", errCheckpoint, head.Config,
			own.Config)
	case fmt.Sprint(head.Blocks) != fmt.Sprint(own.Blocks):
		return fmt.Errorf("%w: parameters in blocks of %v, want %v", errCheckpoint, head.Blocks, own.Blocks)
	case head.Mover != own.Mover:
		return fmt.Errorf("%w: %w; begin anew", errCheckpoint, errOpponentsCounts)
	case head.Done < 0 || head.Done > t.cfg.Games:
		return fmt.Errorf("%w: %d games learned of %d", errCheckpoint, head.Done, t.cfg.Games)
	case head.Average != (t.cfg.Polyak > 0 && head.Done > 0):
		return fmt.Errorf("%w: an average of the weights: %v, want %v", errCheckpoint, head.Average, !head.Average)
	case len(head.Members) > t.cfg.Pool.Size:
		return fmt.Errorf("%w: %d past checkpoints, want at most %d", errCheckpoint, len(head.Members),
			t.cfg.Pool.Size)
	}
	return nil
}
