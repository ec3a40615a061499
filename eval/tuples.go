package eval

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"

	"github.com/outflank/outflank/engine"
)

// maxSquares is the maximum number of squares in a pattern, whose contents fit in 16 bits.
const maxSquares = len(pow3) - 1

// groups maps names to several terms each, except all1 … and snakes-….
var groups = map[string][]string{
	ReportID:     {"position", "mobility", "stability", "parity", "discs"},
	"logistello": {"block", "edge", "corner", "row2", "row3", "row4", "diag4", "diag5", "diag6", "diag7", "diag8"},
}

// expand returns the terms that a name stands for. A name that is not a group stands for itself.
func expand(name string) ([]string, error) {
	name, balanced := strings.CutPrefix(name, balancedPrefix)
	names, err := expandGroup(name)
	if err == nil && balanced {
		names = slices.Clone(names)
		for i := range names {
			names[i] = balancedPrefix + names[i]
		}
	}
	return names, err
}

func expandGroup(name string) ([]string, error) {
	if names, ok := groups[name]; ok {
		return names, nil
	}
	if n, ok := strings.CutPrefix(name, "all"); ok && len(n) == 1 && n >= "1" && n <= "8" {
		return straight()[n[0]-'1'], nil
	}
	if _, ok := strings.CutPrefix(name, "snakes"); ok {
		return snakes(name)
	}
	return []string{name}, nil
}

// straight returns the names of all straight tuples of 1 to 8 squares, one for each set of symmetric tuples.
// They are the "systematic" networks of Jaśkowski ("Systematic n-tuple networks for Othello position
// evaluation", ICGA Journal 37, 2014). They are computed once and are read-only.
var straight = sync.OnceValue(func() (tuples [8][]string) {
	for n := range tuples {
		seen := map[engine.Set]bool{}
		for s := range engine.Square(64) {
			for _, i := range [...]int{engine.AlongRanks, engine.AlongFiles, engine.AlongA1H8, engine.AlongA8H1} {
				if line := ray(s, engine.Orthogonal.Axes()[i], n+1); line != nil && !seen[engine.SetOf(line...)] {
					for y := engine.Symmetry(0); y < engine.Symmetries; y++ {
						seen[y.Set(engine.SetOf(line...))] = true
					}
					tuples[n] = append(tuples[n], tupleName(line))
				}
			}
		}
	}
	return tuples
})

// ray returns n squares forward from s, or nil if the board ends first.
func ray(s engine.Square, a engine.Axis, n int) (line []engine.Square) {
	for next := s.Set(); len(line) < n; next = a.Forward(next) {
		if next == 0 {
			return nil
		}
		line = append(line, next.First())
	}
	return line
}

// snakes returns the tuples of a group such as snakes-8x4-1.
func snakes(name string) ([]string, error) {
	var count, squares int
	var seed uint64
	if n, _ := fmt.Sscanf(name, "snakes-%dx%d-%d", &count, &squares, &seed); n != 3 ||
		name != fmt.Sprintf("snakes-%dx%d-%d", count, squares, seed) ||
		count < 1 || count > maxTerms || squares < 1 || squares > maxSquares {
		return nil, fmt.Errorf("term %.40q: want snakes-NxL-SEED, N from 1 to %d tuples of up to L from 1 "+
			"to %d squares", name, maxTerms, maxSquares)
	}
	names := make([]string, count)
	for i := range names {
		names[i] = tupleName(snake(squares, rand.New(rand.NewPCG(seed, uint64(i)))))
	}
	return names, nil
}

// snake walks n-1 random steps, each to one of the eight neighbours, and returns the distinct squares that it
// visits. There are fewer than n if the walk crosses itself (Lucas, "Learning to play Othello with n-tuple
// systems", 2007).
func snake(n int, rng *rand.Rand) []engine.Square {
	at := engine.Square(rng.IntN(64))
	squares := []engine.Square{at}
	for range n - 1 {
		next := slices.Collect(at.Set().Beside(engine.Orthogonal).All())
		at = next[rng.IntN(len(next))]
		if !slices.Contains(squares, at) {
			squares = append(squares, at)
		}
	}
	return squares
}

func tupleName(squares []engine.Square) string {
	var name strings.Builder
	for _, s := range squares {
		name.WriteString(s.String())
	}
	return name.String()
}

// parseTuple parses a name such as a1b1c1.
func parseTuple(name string) ([]engine.Square, error) {
	squares, err := engine.ParseMoves(name)
	if err != nil || len(squares) == 0 || tupleName(squares) != name {
		return nil, unknownTerm(name)
	}
	if len(squares) > maxSquares {
		return nil, fmt.Errorf("term %.40q: %d squares, at most %d are allowed", name, len(squares), maxSquares)
	}
	for i, s := range squares {
		if slices.Contains(squares[:i], s) {
			return nil, fmt.Errorf("term %.40q: square %v stands twice", name, s)
		}
	}
	return squares, nil
}

// lookupTerm returns the term of a pattern or a tuple, balanced or not.
func lookupTerm(name string) (term, error) {
	if kept, ok := keptTerms()[name]; ok {
		return kept(), nil
	}
	plain, balanced := strings.CutPrefix(name, balancedPrefix)
	squares, err := parseTuple(plain)
	if err != nil && balanced {
		return term{}, fmt.Errorf("term %.40q: %q goes before patterns, tuples and groups of these", name,
			balancedPrefix)
	}
	if err != nil {
		return term{}, err
	}
	t := patternTerm(plain, squares)
	if balanced {
		t = balance(name, t.pattern)
	}
	return t, nil
}

// keptTerms are the patterns and the straight tuples. Each is created on first use, and all features share
// its tables, so using a name repeatedly costs nothing.
var keptTerms = sync.OnceValue(func() map[string]func() term {
	terms := map[string]func() term{}
	keep := func(name, text string) {
		plain := sync.OnceValue(func() term {
			squares, err := engine.ParseMoves(text)
			if err != nil {
				panic(err) // the text is a valid constant
			}
			return patternTerm(name, squares)
		})
		terms[name] = plain
		terms[balancedPrefix+name] = sync.OnceValue(func() term {
			return balance(balancedPrefix+name, plain().pattern)
		})
	}
	for name, squares := range patternSquares {
		keep(name, squares)
	}
	for _, names := range straight() {
		for _, name := range names {
			keep(name, name)
		}
	}
	return terms
})
