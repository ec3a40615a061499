package pattern

import (
	"context"
	"fmt"
	"math"
	"runtime"
	"slices"

	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/engine/runtime/parallel"
	"github.com/outflank/outflank/eval"
)

// A part is a term of the model that is read from a pattern with a table, its host. If the term is itself
// such a pattern, it is its own host. Otherwise the host is the smallest such pattern whose first image
// contains an image of the term. The host's first image may contain several images of the term. By symmetry,
// each image of the term lies in the same number of host images.
type part struct {
	term  *eval.Term
	host  string
	reads [][]uint16 // by image within the host's first image: the term's contents by the host's contents
	share float64    // share of its weight: 1 / number of host images that contain an image of the term
}

// newPart finds the host of a term. It returns false if the term is not a pattern, or if no pattern with a
// table contains it.
func newPart(term *eval.Term) (p part, ok bool) {
	var best *eval.Term
	hosts := patterns()
	for i := range hosts {
		if h := &hosts[i]; len(h.Fold) >= len(term.Fold) && len(within(term, h.Images[0])) > 0 &&
			(best == nil || len(h.Fold) < len(best.Fold)) {
			best = h
		}
	}
	if best == nil {
		return part{}, false
	}
	p = part{term: term, host: best.Name}
	for _, image := range within(term, best.Images[0]) {
		p.reads = append(p.reads, eval.Reading(image, best.Images[0]))
	}
	p.share = float64(len(term.Images)) / float64(len(p.reads)*len(best.Images))
	return p, true
}

// within returns the images of a term whose squares are all in squares.
func within(term *eval.Term, squares []engine.Square) (images [][]engine.Square) {
	for _, image := range term.Images {
		if engine.SetOf(image...)&^engine.SetOf(squares...) == 0 {
			images = append(images, image)
		}
	}
	return images
}

// unfold creates the tables of all stages in one slice, on all processors.
func (c *compiler) unfold() error {
	c.words = c.usedWords()
	hosts := slices.DeleteFunc(slices.Clone(patterns()), func(h eval.Term) bool {
		return slices.Index(names[:], h.Name) >= c.words
	})
	size := 0
	for _, h := range hosts {
		size += len(h.Fold)
	}
	firsts := c.split()
	values := make([]int16, len(firsts)*size+1<<16)
	c.values = make([]stageTable, len(firsts))
	stage := func(_ context.Context, k int) (struct{}, error) {
		made, at, f := new(table), values[k*size:], filler{compiler: c}
		for _, h := range hosts {
			if err := f.fill(at[:len(h.Fold)], h.Name, firsts[k]); err != nil {
				return struct{}{}, err
			}
			made.place(h.Name, at)
			at = at[len(h.Fold):]
		}
		c.values[k].Store(made)
		return struct{}{}, nil
	}
	workers := runtime.GOMAXPROCS(0)
	for _, err := range parallel.Map(context.Background(), workers, workers,
		parallel.Numbers(0, len(firsts)), stage) {
		if err != nil {
			return err
		}
	}
	return nil
}

// usedWords returns the number of words that the parts need.
func (c *compiler) usedWords() int {
	for _, p := range c.parts {
		if slices.Index(names[:], p.host) >= plainWords {
			return usedWords
		}
	}
	return plainWords
}

// split assigns a table to each number of discs, with a new table whenever a part enters a new stage. It
// returns the first number of discs of each table.
func (c *compiler) split() (firsts []int) {
	for discs := range c.stages {
		fresh := discs == 0
		for _, p := range c.parts {
			fresh = fresh || discs*p.term.Stages/65 != (discs-1)*p.term.Stages/65
		}
		if fresh {
			firsts = append(firsts, discs)
		}
		c.stages[discs] = uint8(len(firsts) - 1)
	}
	return firsts
}

// A filler fills the tables of one stage, one host after another.
type filler struct {
	*compiler
	sums, shares []float64 // buffers
}

// fill sums the host's parts for all its contents at one number of discs.
func (c *filler) fill(values []int16, host string, discs int) error {
	c.sums = slices.Grow(c.sums[:0], len(values))[:len(values)]
	clear(c.sums)
	sums := c.sums
	for _, p := range c.parts {
		if p.host == host {
			c.shares = slices.Grow(c.shares[:0], len(p.term.Fold))[:len(p.term.Fold)]
			p.add(sums, c.shares, discs, c.weights)
		}
	}
	for contents, sum := range sums {
		if math.Abs(sum) > maxWeight {
			return fmt.Errorf("pattern %s: the weights of its tuples add up to %v discs, want at most %v", host,
				sum, maxWeight)
		}
		values[contents] = int16(round(sum * Unit))
	}
	return nil
}

// add adds the part's weights to the sums of its host's contents. It overwrites shares, which must be as long
// as the part's contents.
func (p *part) add(sums, shares []float64, discs int, weights []float64) {
	stage := discs * p.term.Stages / 65
	p.term.Values(shares, stage, weights)
	for _, read := range p.reads {
		for contents, seen := range read {
			sums[contents] += float64(p.share * shares[seen])
		}
	}
}

// place sets where the values of a pattern start.
func (t *table) place(name string, at []int16) {
	for w := range t {
		if names[w] == name {
			t[w] = (*[1 << 16]int16)(at)
		}
	}
}
