package eval

import (
	"bytes"
	"errors"
	"fmt"
	"math"
	"strings"
	"sync"
	"testing"

	"github.com/outflank/outflank/engine"
)

// ownTerm are features of a program: the square of the first disc of each side.
type ownTerm string

func (f ownTerm) ID() string      { return string(f) }
func (ownTerm) Params() []float64 { return nil }
func (ownTerm) Len() int          { return 64 }
func (ownTerm) Name(i int) string { return "first at " + engine.Square(i).String() }
func (ownTerm) Append(dst []Feature, b engine.Board) []Feature {
	if b.Mine == 0 || b.Theirs == 0 {
		return dst
	}
	return append(dst, Feature{int32(b.Mine.First()), 1}, Feature{int32(b.Theirs.First()), -0.5})
}

// wrongTerm is a term with one entry too many.
type wrongTerm struct {
	ownTerm
	wrong Feature
}

func (w wrongTerm) Append(dst []Feature, b engine.Board) []Feature {
	return append(w.ownTerm.Append(dst, b), w.wrong)
}

// registerOwn registers own-0 to own-7, all at once.
var registerOwn = sync.OnceFunc(func() {
	var group sync.WaitGroup
	for i := range 8 {
		group.Go(func() { Register(ownTerm(fmt.Sprint("own-", i))) })
	}
	group.Wait()
})

// TestRegister: features of a program are a term as any other, and several may be registered at once.
func TestRegister(t *testing.T) {
	registerOwn()
	m := randomModel(t, "discs+own-3@2+own-mobility")
	if got := m.Features.Name(1 + 64); got != "first at a1, stage 1" {
		t.Errorf("entry 65 is %q", got)
	}
	if !OneSided(m.Features) || !OneSided(ownTerm("own-3")) {
		t.Error("features that do not say that they compare are one-sided")
	}
	read, err := ReadModel(bytes.NewReader(write(t, m)))
	if err != nil {
		t.Fatal(err)
	}
	alone := features(t, "own-3")
	for _, b := range gameBoards(t, "8x8", 2) {
		if got, want := read.Linear().Eval(b), m.Linear().Eval(b); got != want {
			t.Fatalf("%v read back, want %v", got, want)
		}
		for i, v := range vector(alone, b) {
			if at := 1 + int32(Stage(b, 2)*64) + i; vector(m.Features, b)[at] != v {
				t.Fatalf("entry %d is %v, want %v", at, vector(m.Features, b)[at], v)
			}
		}
	}
	for _, id := range []string{"own-3", "mobility", "a1b1", "report", "all2", "", "x+y", "x@2"} {
		func() {
			defer func() {
				if text := fmt.Sprint(recover()); !strings.Contains(text,
					"the ID is taken, or one that no term can have") {
					t.Errorf("register %q: %s", id, text)
				}
			}()
			Register(ownTerm(id))
		}()
	}
	for name, f := range map[string]Features{
		"index 64 of 64 has the value 1":  wrongTerm{ownTerm("wrong-index"), Feature{64, 1}},
		"index -1 of 64 has the value 1":  wrongTerm{ownTerm("wrong-sign"), Feature{-1, 1}},
		"index 0 of 64 has the value NaN": wrongTerm{ownTerm("wrong-value"), Feature{0, math.NaN()}},
	} {
		func() {
			defer func() {
				if text := fmt.Sprint(recover()); !strings.Contains(text, name) {
					t.Errorf("%s, want %s", text, name)
				}
			}()
			Register(f)
		}()
	}
	var file bytes.Buffer
	if err := WriteModel(&file, NewModel(ownTerm("unheard-of"))); !errors.Is(err, errFeatures) {
		t.Errorf("a model that no program could read: %v", err)
	}
}
