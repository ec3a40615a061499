package parallel_test

import (
	"errors"
	"iter"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/outflank/outflank/engine/runtime/parallel"
)

var errEnd = errors.New("end")

// until yields the numbers below n and then an error, unless that is nil.
func until(n int, err error) iter.Seq2[int, error] {
	return func(yield func(int, error) bool) {
		for i := range n {
			if !yield(i, nil) {
				return
			}
		}
		if err != nil {
			yield(0, err)
		}
	}
}

func TestChunks(t *testing.T) {
	chunk := func(items ...int) parallel.Chunk[int] { return parallel.Chunk[int]{Items: items} }
	for name, tt := range map[string]struct {
		seq  iter.Seq2[int, error]
		want []parallel.Chunk[int]
	}{
		"none":           {until(0, nil), nil},
		"whole":          {until(4, nil), []parallel.Chunk[int]{chunk(0, 1), chunk(2, 3)}},
		"rest":           {until(3, nil), []parallel.Chunk[int]{chunk(0, 1), chunk(2)}},
		"error":          {until(3, errEnd), []parallel.Chunk[int]{chunk(0, 1), {Err: errEnd}}},
		"error at first": {until(0, errEnd), []parallel.Chunk[int]{{Err: errEnd}}},
	} {
		if diff := cmp.Diff(tt.want, slices.Collect(parallel.Chunks(tt.seq, 2)),
			cmpopts.EquateErrors()); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
	}
	for c := range parallel.Chunks(until(100, nil), 3) {
		if diff := cmp.Diff(chunk(0, 1, 2), c); diff != "" {
			t.Error(diff)
		}
		break
	}
}
