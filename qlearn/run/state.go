package run

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"github.com/outflank/outflank/engine/runtime/durable"
	"github.com/outflank/outflank/qlearn"
)

// A State is the state of a run. Together with the data of its trainer, it forms the checkpoint. All other
// files of a run are derived from the checkpoint and the resolved configuration, except the times in the
// event file. So a run that was killed at any time ends with the same bytes as an uninterrupted one. A State
// contains no times.
type State struct {
	Config      string            `json:"config_sha256"` // SHA-256 of config.json
	Phase       int               `json:"phase"`         // index of the current phase
	Games       int               `json:"games"`         // games learned from, over all phases
	Updates     int               `json:"updates"`
	Span        span              `json:"span"` // rounds since the last point in Metrics
	Metrics     []Point           `json:"metrics"`
	Pools       [][]qlearn.Member `json:"pools,omitempty"` // by phase: the past checkpoints that the model plays against, with their latest ratings
	Evaluated   int               `json:"evaluated"`       // number of games at the last evaluation
	Evaluations []Measurement     `json:"evaluations"`
	Best        *Best             `json:"best,omitempty"`
	Final       []Measurement     `json:"final,omitempty"` // results of the best model after the training
	Done        bool              `json:"done"`            // all files of the run have been written
}

// keepPool stores the ratings of the phase's opponent pool.
func (s *State) keepPool(members []qlearn.Member) {
	if len(members) == 0 {
		return
	}
	for len(s.Pools) <= s.Phase {
		s.Pools = append(s.Pools, nil)
	}
	s.Pools[s.Phase] = slices.Clone(members)
}

// A Best identifies the best model so far.
type Best struct {
	Games int     `json:"games" doc:"games learned from when it was found"`
	Score float64 `json:"score" doc:"mean over the opponents that select it"`
	Sum   string  `json:"sha256" doc:"of its file"`
}

// checkpointMagic starts a checkpoint file, which consists of
//
//	8 bytes  "OUTFLRUN"
//	4 bytes  length of the state
//	…        the state, JSON
//	8 bytes  length of the trainer's bytes
//	…        the trainer's bytes
//	4 bytes  CRC-32C of everything before
//
// with all numbers little-endian.
const checkpointMagic = "OUTFLRUN"

var errCheckpoint = errors.New("damaged checkpoint")

// writeCheckpoint replaces a checkpoint file.
func writeCheckpoint(path string, s *State, trainer []byte) error {
	head, err := json.Marshal(s)
	if err != nil {
		return err
	}
	data := binary.LittleEndian.AppendUint32([]byte(checkpointMagic), uint32(len(head)))
	data = append(data, head...)
	data = binary.LittleEndian.AppendUint64(data, uint64(len(trainer)))
	data = append(data, trainer...)
	data = binary.LittleEndian.AppendUint32(data, durable.Sum(data))
	return durable.WriteFile(path, data)
}

// parseCheckpoint parses a file written by writeCheckpoint.
func parseCheckpoint(data []byte) (*State, []byte, error) {
	const ends = len(checkpointMagic) + 4 + 8 + 4
	if len(data) < ends || !bytes.HasPrefix(data, []byte(checkpointMagic)) {
		return nil, nil, fmt.Errorf("%d bytes that begin with %.8q, expected %q", len(data), data, checkpointMagic)
	}
	body, sum := data[:len(data)-4], binary.LittleEndian.Uint32(data[len(data)-4:])
	if got := durable.Sum(body); got != sum {
		return nil, nil, fmt.Errorf("wrong checksum: the file says %08x, its content gives %08x", sum, got)
	}
	rest := body[len(checkpointMagic):]
	n := uint64(binary.LittleEndian.Uint32(rest))
	if rest = rest[4:]; n > uint64(len(rest))-8 {
		return nil, nil, fmt.Errorf("byte 8 gives the state %d bytes, there are %d", n, len(rest))
	}
	var s State
	if err := durable.Strict(rest[:n], &s); err != nil {
		return nil, nil, err
	}
	trainer := rest[n+8:]
	if size := binary.LittleEndian.Uint64(rest[n:]); size != uint64(len(trainer)) {
		return nil, nil, fmt.Errorf("byte %d gives the trainer %d bytes, there are %d",
			uint64(len(checkpointMagic))+4+n, size, len(trainer))
	}
	return &s, trainer, nil
}
