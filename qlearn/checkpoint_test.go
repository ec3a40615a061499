package qlearn

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/eval"
)

// restored returns a new trainer of a variant that resumes from a checkpoint.
func restored(t testing.TB, cfg Config, data []byte) *Trainer {
	t.Helper()
	tr := smallTrainer(t, cfg)
	if err := tr.Restore(data); err != nil {
		t.Fatal(err)
	}
	return tr
}

// TestResume: from the checkpoint of every round, and from that before the first,
// training continues to the same end.
func TestResume(t *testing.T) {
	for name, cfg := range variants() {
		tr := smallTrainer(t, cfg)
		list := [][]byte{checkpoint(t, tr)}
		for _, err := range tr.Train(t.Context()) {
			if err != nil {
				t.Fatal(err)
			}
			list = append(list, checkpoint(t, tr))
		}
		want := list[len(list)-1]
		if len(list) < 4 {
			t.Fatalf("%s: %d checkpoints", name, len(list))
		}
		if every := cfg.Pool.Every; every > 0 && len(tr.Members()) != 2 {
			t.Fatalf("%s: no past checkpoints", name)
		}
		for i, data := range list {
			again := restored(t, cfg, data)
			if !bytes.Equal(checkpoint(t, again), data) {
				t.Fatalf("%s: the checkpoint after %d rounds comes back as another one", name, i)
			}
			again.Workers = i % 3
			train(t, again)
			if !bytes.Equal(checkpoint(t, again), want) {
				t.Fatalf("%s: after %d rounds another end", name, i)
			}
		}
		again := trainer(t, model(t, smallID), cfg, smallSource(t)) // one that has learned something else
		again.Solve = tr.Solve
		after(t, again, 3)
		for _, data := range [][]byte{list[2], list[0]} {
			if err := again.Restore(data); err != nil {
				t.Fatal(err)
			}
			train(t, again)
			if !bytes.Equal(checkpoint(t, again), want) {
				t.Fatalf("%s: what a trainer has learned before it was restored is not forgotten", name)
			}
		}
	}
}

// tiny is a trainer with few weights and all that a checkpoint can have.
func tiny(t testing.TB) *Trainer {
	t.Helper()
	cfg := small(DoubleQ)
	cfg.Games, cfg.Actors, cfg.Batch, cfg.Pool = 12, 2, 2, Pool{Every: 4, Size: 2}
	return trainer(t, randomModel(t, "d4+squares"), cfg, smallSource(t))
}

// after returns the checkpoint after some rounds.
func after(t testing.TB, tr *Trainer, rounds int) []byte {
	t.Helper()
	for range tr.Train(t.Context()) {
		if rounds--; rounds == 0 {
			break
		}
	}
	return checkpoint(t, tr)
}

// TestDamagedCheckpoint flips every byte and cuts at every length.
func TestDamagedCheckpoint(t *testing.T) {
	data := after(t, tiny(t), 2)
	tr := tiny(t)
	before := after(t, tr, 1)
	refused := func(what string, data []byte) {
		err := tr.Restore(data)
		if !errors.Is(err, errCheckpoint) || !strings.HasPrefix(err.Error(),
			"qlearn: checkpoint: not a checkpoint of this training: ") {
			t.Fatalf("%s: %v", what, err)
		}
	}
	for i := range data {
		for _, flip := range []byte{1, 0x80, 0xff} {
			data[i] ^= flip
			refused(fmt.Sprint("byte ", i, " flipped"), data)
			data[i] ^= flip
		}
		refused(fmt.Sprint("cut after ", i), data[:i])
	}
	refused("a byte more", append(bytes.Clone(data), 0))
	if !bytes.Equal(checkpoint(t, tr), before) {
		t.Error("a damaged checkpoint has changed something")
	}
	if err := tr.Restore(data); err != nil {
		t.Error(err)
	}
}

// seal puts the right checksum behind.
func seal(data []byte) []byte {
	end := len(data) - 4
	binary.LittleEndian.PutUint32(data[end:], crc32.Checksum(data[:end], crc32.MakeTable(crc32.Castagnoli)))
	return data
}

// reheaded returns the checkpoint with something else in its header.
func reheaded(t testing.TB, data []byte, old, new string) []byte {
	t.Helper()
	const frame = 12
	n := int(binary.LittleEndian.Uint32(data[8:]))
	head := strings.Replace(string(data[frame:frame+n]), old, new, 1)
	if head == string(data[frame:frame+n]) {
		t.Fatalf("no %s in %s", old, head)
	}
	out := append([]byte(checkpointMagic), 0, 0, 0, 0)
	binary.LittleEndian.PutUint32(out[8:], uint32(len(head)))
	return seal(append(append(out, head...), data[frame+n:]...))
}

// TestCentredCheckpoint: in checkpoints of earlier versions, the values of patterns are in another order.
func TestCentredCheckpoint(t *testing.T) {
	for name, cfg := range variants() {
		m := randomModel(t, "corner@2+a1b2c3@2")
		tr := trainer(t, m, cfg, smallSource(t))
		tr.Solve = func(b engine.Board) int { return solve(b, map[engine.Board]int{}) }
		data := after(t, tr, 2)
		earlier, tables := []byte{}, newTables(m, cfg.Optimizer)
		for _, block := range tr.blocks() {
			if len(block) == tables.stages*tables.size {
				block = uncentred(tables, block)
			}
			for _, x := range block {
				earlier = binary.LittleEndian.AppendUint32(earlier, math.Float32bits(x))
			}
		}
		old := reheaded(t, data, `"centred":true`, `"centred":false`)
		if bytes.Equal(earlier, old[len(old)-4-len(earlier):len(old)-4]) {
			t.Fatalf("%s: the same order", name)
		}
		copy(old[len(old)-4-len(earlier):], earlier)
		again := trainer(t, m, cfg, smallSource(t))
		if err := again.Restore(seal(old)); err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(checkpoint(t, again), data) {
			t.Errorf("%s: other values", name)
		}
	}
}

// uncentred returns values by stage, term and original contents.
func uncentred(q *tables, values []float32) (list []float32) {
	for range q.stages {
		for _, term := range eval.Terms(q.model.Features) {
			_, index := term.Centred()
			for _, to := range index {
				list = append(list, values[to])
			}
			values = values[len(index):]
		}
	}
	return list
}

// TestForeignCheckpoint: with a right checksum, but of another training, or with a header
// that does not fit what follows.
func TestForeignCheckpoint(t *testing.T) {
	tr := tiny(t)
	data := after(t, tr, 2)
	before := bytes.Clone(data)
	for _, c := range []struct{ old, new, want string }{
		{`"seed":9`, `"seed":8`, "the configuration has changed from "},
		{`"rule":"double-q"`, `"rule":"q"`, "the configuration has changed from "},
		{`"normalise":true`, `"normalise":false`, "the configuration has changed from "},
		{`"rule":"double-q"`, `"rule":"best"`, `header: qlearn: rule "best": want `},
		{`"done":8`, `"done":13`, "13 games learned of 12"},
		{`"done":8`, `"done":-1`, "-1 games learned of 12"},
		{`"done":8`, `"done":"8"`, "header: "},
		{`"done":8`, `"done":8,"more":1`, `header: json: unknown field "more"`},
		{`"average":true`, `"average":false`, "an average of the weights: false, want true"},
		{`"blocks":[`, `"blocks":[1,`, "parameters in blocks of "},
		{`"members":[`, `"members":[{"games":4,"played":0,"points":0},`, "3 past checkpoints, want at most 2"},
		{`"members":[{"games":4`, `"members":[{"games":4,"params":1`, "header: json: unknown field"},
		{`{"config"`, `["config"`, "header: "},
	} {
		err := tr.Restore(reheaded(t, data, c.old, c.new))
		if !errors.Is(err, errCheckpoint) || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %s", c.new, err, c.want)
		}
	}
	short := seal(bytes.Clone(data[:len(data)-8]))
	if err := tr.Restore(short); !errors.Is(err, errCheckpoint) ||
		!strings.Contains(err.Error(), " bytes of parameters, want ") {
		t.Error(err)
	}
	for _, x := range []float64{math.NaN(), math.Inf(1), math.Inf(-1)} {
		wild := bytes.Clone(data)
		binary.LittleEndian.PutUint32(wild[len(wild)-4-4:], math.Float32bits(float32(x)))
		err := tr.Restore(seal(wild))
		want := fmt.Sprintf("parameter %d is %v, want a finite number",
			(len(data)-16-int(binary.LittleEndian.Uint32(data[8:])))/4, x)
		if !errors.Is(err, errCheckpoint) || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %s", err, want)
		}
	}
	long := bytes.Clone(data)
	binary.LittleEndian.PutUint32(long[8:], 1<<31)
	if err := tr.Restore(seal(long)); !errors.Is(err, errCheckpoint) ||
		!strings.Contains(err.Error(), "a header of 2147483648 bytes in ") {
		t.Error(err)
	}
	other := trainer(t, randomModel(t, "d4+squares+parity"), tr.cfg, smallSource(t))
	if err := other.Restore(data); !errors.Is(err, errCheckpoint) ||
		!strings.Contains(err.Error(), "parameters in blocks of ") {
		t.Error(err)
	}
	if !bytes.Equal(checkpoint(t, tr), before) {
		t.Error("a foreign checkpoint has changed something")
	}
}

// FuzzCheckpoint: restoring never panics, whatever stands in a checkpoint with the right
// checksum; after an error the trainer is as before; else it can go on.
func FuzzCheckpoint(f *testing.F) {
	tr := tiny(f)
	f.Add(checkpoint(f, tr))
	f.Add(after(f, tr, 1))
	data := after(f, tr, 1)
	f.Add(data)
	f.Add(reheaded(f, data, `"done":8`, `"done":7`))
	f.Add(reheaded(f, data, `"members":[{"games":4,"played":`, `"members":[{"games":4,"played":-2`))
	f.Add([]byte{})
	rng := rand.New(rand.NewPCG(1, 1))
	for range 20 {
		wild := bytes.Clone(data)
		wild[rng.IntN(len(wild))] ^= byte(1 + rng.IntN(255))
		f.Add(wild)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		tr := tiny(t)
		before := checkpoint(t, tr)
		if len(data) >= 4 {
			data = seal(bytes.Clone(data))
		}
		if err := tr.Restore(data); err != nil {
			if !errors.Is(err, errCheckpoint) || !bytes.Equal(checkpoint(t, tr), before) {
				t.Errorf("%v, or something has changed", err)
			}
			return
		}
		for _, err := range tr.Train(t.Context()) {
			if err != nil && !errors.Is(err, ErrDiverged) {
				t.Error(err)
			}
			break
		}
	})
}
