package eval

import (
	"fmt"
	"strings"
	"sync"

	"github.com/outflank/outflank/engine"
)

// registered are the terms of the program's own.
var registered = struct {
	sync.RWMutex
	terms map[string]term
}{terms: map[string]term{}}

// Register makes features of the program's own a term, so that [New] knows them by their ID and
// [ReadModel] reads models that have them: programs that read such a model must register them too. In
// "report+ID@3" they stand beside other terms. Their Params are not stored.
//
// They look at the board as the side to move sees it, and must not change; what they count of one
// side alone is learned for the player who moves, see [ByMover]. It panics on an ID that is taken, empty
// or has a "+" or "@", and on features that are too long.
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

// registeredTerm returns the term of that name.
func registeredTerm(name string) (term, bool) {
	registered.RLock()
	defer registered.RUnlock()
	t, ok := registered.terms[name]
	return t, ok
}
