package eval

import (
	"fmt"
	"math"
	"strings"
	"sync"

	"github.com/outflank/outflank/engine"
)

// registered are the terms added by Register.
var registered = struct {
	sync.RWMutex
	terms map[string]term
}{terms: map[string]term{}}

// Register adds features as a term. [New] and [ReadModel] then accept their ID, alone or combined with
// other terms, as in "report+ID@3". Other programs that read such a model must register the features
// too. Models do not store the features' Params.
//
// Features describe the board from the view of the side to move, and must be immutable. Values of about 1 in
// size suit the step sizes of training. Features that compare the sides, mine minus theirs, need a method
// OneSided() bool that returns false. All others are learned for the player who moves, see [ByMover].
//
// Register panics if the ID is taken, is empty or contains "+" or "@", or if Len is 0 or too large. It also
// panics if, on the starting board, the features return an index beyond Len or a value that is not finite.
func Register(f Features) {
	id := f.ID()
	_, err := parse(id, DefaultSquares())
	registered.Lock()
	defer registered.Unlock()
	if _, twice := registered.terms[id]; err == nil || twice || id == "" || strings.ContainsAny(id, "+@") {
		panic(fmt.Sprintf("eval: register features %q: the ID is taken, or one that no term can have", id))
	}
	if n := f.Len(); n < 1 || n > maxLen {
		panic(fmt.Sprintf("eval: register features %q: length %d, want 1 to %d", id, n, maxLen))
	}
	for _, x := range f.Append(nil, engine.Standard()) {
		if x.Index < 0 || int(x.Index) >= f.Len() || math.IsNaN(x.Value) || math.IsInf(x.Value, 0) {
			panic(fmt.Sprintf("eval: register features %q: index %d of %d has the value %v on the start board",
				id, x.Index, f.Len(), x.Value))
		}
	}
	appended := func(dst []Feature, base int32, b engine.Board) []Feature {
		n := len(dst)
		dst = f.Append(dst, b)
		for i := range dst[n:] {
			dst[n+i].Index += base
		}
		return dst
	}
	registered.terms[id] = term{len: f.Len(), name: f.Name, append: appended, oneSided: OneSided(f)}
}

// registeredTerm returns the registered term called name.
func registeredTerm(name string) (term, bool) {
	registered.RLock()
	defer registered.RUnlock()
	t, ok := registered.terms[name]
	return t, ok
}
