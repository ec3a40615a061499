package fit

import (
	"cmp"
	"math/bits"
	"slices"

	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/eval"
	"github.com/outflank/outflank/eval/tune"
)

// A Sample is a position with what it is worth to the side to move.
type Sample struct {
	mine, theirs uint64
	target       float32 // final disc difference
	Weight       float32 // of its squared error
}

func sampleOf(b engine.Board, target int) Sample {
	return Sample{uint64(b.Mine), uint64(b.Theirs), float32(target), 1}
}

func (s *Sample) board() engine.Board {
	return engine.Board{Mine: engine.Set(s.mine), Theirs: engine.Set(s.theirs), Shape: engine.Full}
}

func (s *Sample) discs() int { return bits.OnesCount64(s.mine | s.theirs) }

// A Samples holds samples of one kind, to learn from and to stop by.
type Samples struct {
	Name            string
	train, validate []Sample
}

// Add appends samples to one of the lists.
func (s *Samples) Add(list []Sample, validate bool) {
	if validate {
		s.validate = append(s.validate, list...)
	} else {
		s.train = append(s.train, list...)
	}
}

// Mixed returns the samples of all sets, merged.
func Mixed(sets []Samples) (train, validate []Sample) {
	for _, s := range sets {
		train, validate = append(train, s.train...), append(validate, s.validate...)
	}
	return merged(train), merged(validate)
}

// merged makes symmetric images of one position one sample, which has their mean
// target and the weight of all: the regression stays the same and gets shorter. The
// samples are sorted by the number of discs, so that rows of one stage share the
// weights that are in the cache.
func merged(list []Sample) []Sample {
	for i := range list {
		b, _ := list[i].board().Canonical()
		list[i].mine, list[i].theirs = uint64(b.Mine), uint64(b.Theirs)
	}
	slices.SortStableFunc(list, func(a, b Sample) int {
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

func (s *Sample) join(t Sample) {
	sum := s.target*s.Weight + t.target*t.Weight
	s.Weight += t.Weight
	s.target = sum / s.Weight
}

// SampleRows shows samples to a regression, which gets their features anew in each
// pass: 24 bytes a position instead of 500.
type SampleRows struct {
	Features eval.Features
	Samples  []Sample
}

// sampleBatch is the number of samples whose features fit the cache.
const sampleBatch = 256

func (r *SampleRows) Batches() int { return (len(r.Samples) + sampleBatch - 1) / sampleBatch }

func (r *SampleRows) Append(i int, b *tune.Batch) {
	phi := make([]eval.Feature, 0, 64)
	for _, s := range r.Samples[i*sampleBatch : min((i+1)*sampleBatch, len(r.Samples))] {
		phi = r.Features.Append(phi[:0], s.board())
		for _, f := range phi {
			b.Add(f.Index, float32(f.Value))
		}
		b.End(float64(s.target), float64(s.Weight))
	}
}
