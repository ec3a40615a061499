package workspace

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/engine/arena"
	"github.com/outflank/outflank/engine/runtime/fault"
	"github.com/outflank/outflank/qlearn"
	"github.com/outflank/outflank/qlearn/run"
)

// A Model is a model of a run. It must not be changed, because it is shared.
type Model struct {
	qlearn.Learned        // zero = the run has not learned anything yet
	Features       string // of the run's last phase, or the layers of its network
	Games          int    // number of games learned from

	stamp stamp
}

// Limits of models in memory: their number, and the size of the file that a model is read from.
const (
	mostModels     = 4
	mostModelBytes = 256 << 20
)

// Model returns a model of the run at a path. which is [run.BestFile], [run.LastFile], or the number of games
// of a past checkpoint in the opponent pool, see [run.Info.Past]; "" = the best model, or the last one if
// there is no best model yet. The error wraps [fs.ErrNotExist] if there is no such run or checkpoint.
// Recently used models are read again only if their files have changed.
func (w *Workspace) Model(at, which string) (m *Model, err error) {
	r, err := w.Run(at)
	if err != nil {
		return nil, err
	}
	if r.Info == nil {
		return nil, fault.BadInputf("%s: %s", at, r.Problem)
	}
	if which == "" {
		which = run.LastFile
		if r.Best != nil {
			which = run.BestFile
		}
	}
	games := 0 // of a past checkpoint
	if which != run.BestFile && which != run.LastFile {
		if games, err = strconv.Atoi(which); err != nil {
			return nil, fault.Misusef("model %.20q: want %s, %s or a number of games", which, run.BestFile,
				run.LastFile)
		}
		if r.Checkpoint == nil || !slices.Contains(r.Info.Past(r.Checkpoint), games) {
			return nil, fmt.Errorf("%s: the run keeps no model after %d games: %w", at, games, fs.ErrNotExist)
		}
	}
	files := []string{run.ConfigFile}
	if games == 0 { // a past checkpoint does not change
		files = append(files, r.Info.File(which))
	}
	name := filepath.FromSlash(at)
	err = w.models.use(at+"@"+which, func(it *item[Model]) error {
		if now := w.stampOf(name, files...); it.value == nil || !now.same(it.value.stamp) {
			next, err := w.readModel(r, which, games)
			if err != nil {
				return err
			}
			next.stamp, it.value = now, &next
		}
		m = it.value
		return nil
	})
	return m, err
}

// readModel reads a model of a run: a past checkpoint if games is not 0. If the run has not learned anything
// yet, the model has no weights.
func (w *Workspace) readModel(r *Run, which string, games int) (m Model, err error) {
	name, from := filepath.FromSlash(r.Dir), run.CheckpointFile
	if games == 0 {
		from = r.Info.File(which)
	}
	m.Features, m.Games = r.Features, games
	info, err := w.root.Stat(filepath.Join(name, from))
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return m, nil
	case err != nil:
		return m, err
	case info.Size() > mostModelBytes:
		return m, fault.BadInputf("%s: %s has %d MiB, want at most %d", r.Dir, from, info.Size()>>20,
			mostModelBytes>>20)
	case games > 0:
		m.Learned, err = r.Info.ReadPast(w.root, name, games)
		return m, err
	}
	m.Learned, err = r.Info.ReadModel(w.root, name, which)
	if which == run.BestFile && r.Best != nil {
		m.Games = r.Best.Games
	} else if m.Model != nil { // its file is written after the checkpoint
		m.Games, _ = strconv.Atoi(m.Model.Meta["games"])
	}
	m.Games = cmp.Or(m.Games, r.Games) // networks have no metadata
	return m, err
}

// specHead begins the specs of models.
const specHead = "run:"

// Spec returns the spec of an agent that plays with a model of the run at a path, see [Workspace.Model] and
// [ParseSpec]: run:PATH@WHICH.
func Spec(at, which string) string { return specHead + at + "@" + which }

// ParseSpec parses a spec of the form that [Spec] returns; @WHICH is optional. ok is false for other specs.
func ParseSpec(spec string) (at, which string, ok bool) {
	at, ok = strings.CutPrefix(spec, specHead)
	if i := strings.LastIndexByte(at, '@'); ok && i >= 0 {
		at, which = at[:i], at[i+1:]
	}
	return at, which, ok
}

// Player returns an agent that plays the move of the highest Q.
func (m *Model) Player(name string) arena.Player {
	return arena.Player{Name: name, New: func(*rand.Rand) engine.Agent { return run.AgentOf(m.Learned, nil) }}
}
