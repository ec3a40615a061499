package pattern

import (
	"bytes"
	"sync"

	"github.com/outflank/outflank/eval"
)

// A lazy creates the table of a stage when it is first used. A search needs some fifteen of sixty stages, so
// a program that plays one move starts in a seventh of the time and a quarter of the memory.
type lazy struct {
	mu     sync.Mutex
	terms  []eval.Term
	blocks []*eval.Unpacker
	values []int16 // of all stages
	size   int     // number of values of a stage
}

// compileLazy is [Compile] for the built-in model: a compact file in units of 1/Unit disc, in which all
// words' patterns, parity and constant have the same stages.
func compileLazy(file []byte) (*Tables, error) {
	stages, err := eval.ReadStages(bytes.NewReader(file))
	if err != nil {
		return nil, err
	}
	fillSquares()
	l := &lazy{terms: centred(stages.Features)}
	for _, term := range l.terms {
		l.size += len(term.Fold)
	}
	n := l.terms[0].Stages
	for first := 0; first < n; first += eval.BlockStages {
		l.blocks = append(l.blocks, stages.Unpack(len(l.blocks)))
	}
	l.values = make([]int16, n*l.size+1<<16)
	t := &Tables{words: usedWords, values: make([]stageTable, n), lazy: l}
	for discs := range t.stages {
		t.stages[discs] = uint8(discs * n / 65)
	}
	return t, nil
}

// Unpack creates the tables of all stages that are created on first use. It takes about 0.14 s, which an
// agent with little time for a move should spend before its clock starts.
func (t *Tables) Unpack() {
	for discs := range t.stages {
		t.of(discs)
	}
}

// unpack creates the table of a stage, and those before it in its block.
func (t *Tables) unpack(stage int) *table {
	t.lazy.mu.Lock()
	defer t.lazy.mu.Unlock()
	for u := t.lazy.blocks[stage/eval.BlockStages]; u.Stage <= stage; {
		next := u.Stage
		parts, err := u.Next()
		if err != nil {
			panic(err) // a test unpacks the embedded file
		}
		t.fill(next, parts)
	}
	return t.values[stage].Load()
}

// fill creates the table of a stage from its weights by term.
func (t *Tables) fill(stage int, parts [][]int16) {
	made, at := new(table), t.lazy.values[stage*t.lazy.size:]
	for i, term := range t.lazy.terms {
		if len(term.Fold) == 0 {
			for discs := range t.scalars {
				if int(t.stages[discs]) == stage {
					t.scalars[discs].add(term.Name, int32(parts[i][0]), discs)
				}
			}
			continue
		}
		for contents, entry := range term.Fold {
			at[contents] = parts[i][entry]
		}
		at[0] = 0 // no discs
		made.place(term.Name, at)
		at = at[len(term.Fold):]
	}
	t.values[stage].Store(made)
}
