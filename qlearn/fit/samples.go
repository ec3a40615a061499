package fit

import (
	"cmp"
	"math/bits"
	"slices"

	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/eval"
	"github.com/outflank/outflank/eval/tune"
)

// A sample is a position with the final disc difference for the side to move. It takes 24 bytes.
type sample struct {
	mine, theirs uint64
	target       float32 // final disc difference
	weight       float32 // of its squared error
}

func sampleOf(b engine.Board, target int) sample {
	return sample{uint64(b.Mine), uint64(b.Theirs), float32(target), 1}
}

func (s *sample) board() engine.Board {
	return engine.Board{Mine: engine.Set(s.mine), Theirs: engine.Set(s.theirs), Shape: engine.Full}
}

func (s *sample) discs() int { return bits.OnesCount64(s.mine | s.theirs) }

// A sampleSet contains samples from one source, for the regression and for validation.
type sampleSet struct {
	name            string
	train, validate []sample
}

// add appends samples to train or validate.
func (s *sampleSet) add(list []sample, validate bool) {
	if validate {
		s.validate = append(s.validate, list...)
	} else {
		s.train = append(s.train, list...)
	}
}

// mixed returns the merged samples of all sets, except those that have weight 0 or are held out.
func (f *fitter) mixed(sets ...*sampleSet) (train, validate []sample) {
	held := map[engine.Board]bool{}
	for _, b := range f.HoldOut {
		b, _ = b.Canonical()
		held[b] = true
	}
	for _, s := range sets {
		train, validate = append(train, s.train...), append(validate, s.validate...)
	}
	out := func(s sample) bool { return s.weight == 0 || held[s.board()] }
	return slices.DeleteFunc(merged(train), out), slices.DeleteFunc(merged(validate), out)
}

// merged replaces symmetric images of a position by one sample with their mean target and total weight. The
// regression gives the same result with fewer rows. Samples are sorted by the number of discs, so that rows
// of one stage use the same cached weights.
func merged(list []sample) []sample {
	for i := range list {
		b, _ := list[i].board().Canonical()
		list[i].mine, list[i].theirs = uint64(b.Mine), uint64(b.Theirs)
	}
	slices.SortStableFunc(list, func(a, b sample) int {
		return cmp.Or(a.discs()-b.discs(), cmp.Compare(a.mine, b.mine), cmp.Compare(a.theirs, b.theirs))
	})
	n := 0
	for _, s := range list {
		if n > 0 && list[n-1].mine == s.mine && list[n-1].theirs == s.theirs {
			list[n-1].join(s)
			continue
		}
		list[n] = s
		n++
	}
	return list[:n]
}

func (s *sample) join(t sample) {
	sum := float32(s.target*s.weight) + float32(t.target*t.weight)
	if s.weight += t.weight; s.weight > 0 {
		s.target = sum / s.weight
	}
}

// sampleRows provides samples to a regression and recomputes their features in each pass. This takes 24 bytes
// per position instead of 500.
type sampleRows struct {
	features eval.Features
	samples  []sample
}

// batchSamples is a number of samples whose features fit in the cache.
const batchSamples = 256

// Batches returns the number of batches.
func (r *sampleRows) Batches() int { return (len(r.samples) + batchSamples - 1) / batchSamples }

// Append appends the rows of a batch.
func (r *sampleRows) Append(i int, b *tune.Batch) {
	phi := make([]eval.Feature, 0, 64)
	for _, s := range r.samples[i*batchSamples : min((i+1)*batchSamples, len(r.samples))] {
		phi = r.features.Append(phi[:0], s.board())
		for _, f := range phi {
			b.Add(f.Index, float32(f.Value))
		}
		b.End(float64(s.target), float64(s.weight))
	}
}
