package agents

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/engine/runtime/fault"
	"github.com/outflank/outflank/eval"
)

// registerGrasping registers an agent twice, which must panic.
var registerGrasping = sync.OnceValue(func() (panicked any) {
	defer func() { panicked = recover() }()
	grasping := func(*rand.Rand) engine.Agent { return engine.Greedy{} }
	Register("grasping", "as greedy", grasping)
	Register("grasping", "again", grasping)
	return nil
})

// TestRegister: an agent of the program's own plays as those of the list do, and has their parameters.
func TestRegister(t *testing.T) {
	if text := fmt.Sprint(registerGrasping()); !strings.Contains(text, `"grasping": the name is taken`) {
		t.Errorf("registered twice: %s", text)
	}
	if x, y := gameOf(t, "grasping:exact=4"), gameOf(t, "greedy:exact=4"); x != y {
		t.Errorf("grasping plays %s, greedy %s", x, y)
	}
	if kind, err := Find("grasping"); err != nil || kind.About != "as greedy" {
		t.Errorf("%+v, %v", kind, err)
	}
	for _, name := range []string{"", "random", "ab", "a:b", "a,b"} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("register %q was accepted", name)
				}
			}()
			Register(name, "", func(*rand.Rand) engine.Agent { return engine.Greedy{} })
		}()
	}
	defer func() {
		if text := fmt.Sprint(recover()); !strings.Contains(text, "there is no function") {
			t.Errorf("register nil: %s", text)
		}
	}()
	Register("nothing", "", nil)
}

func TestMustParse(t *testing.T) {
	defer func() {
		if text := fmt.Sprint(recover()); !strings.Contains(text, `there is no agent "magic"`) {
			t.Errorf("panic %s", text)
		}
	}()
	MustParse("magic")
}

// TestOpponentsCounts: a model that learned from its opponent's counts is refused as Q, and plays on as what
// it was. One that was tuned for a search plays as ever.
func TestOpponentsCounts(t *testing.T) {
	f, err := eval.New("own-mobility+discs", nil)
	if err != nil {
		t.Fatal(err)
	}
	m := eval.NewModel(f)
	m.Weights = []float64{1, -0.5}
	write := func(name string) string {
		path := filepath.Join(t.TempDir(), name)
		file, err := os.Create(path)
		if err == nil {
			err = eval.WriteModel(file, m)
			file.Close()
		}
		if err != nil {
			t.Fatal(err)
		}
		return path
	}
	tuned := write("tuned.model")
	m.Meta["config"], m.Meta["unit"] = "{}", eval.UnitWin
	old := write("old.model")
	_, err = Parse("q:model=" + old)
	if !fault.IsBadInput(err) || !strings.Contains(err.Error(), "own-mobility+discs") ||
		!strings.Contains(err.Error(), "local:model="+old) {
		t.Errorf("an old model: %v", err)
	}
	if x, y := gameOf(t, "local:model="+old), gameOf(t, "q:model="+tuned); x != y {
		t.Errorf("as it was it plays %s, the same weights as Q %s", x, y)
	}
}
