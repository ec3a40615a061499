package experiment

import (
	"cmp"
	"context"
	"errors"
	"os"
	"path/filepath"
	"sync"

	"github.com/outflank/outflank/cmd/outflank/internal/cli"
	"github.com/outflank/outflank/dataset"
	"github.com/outflank/outflank/dataset/stats"
	"github.com/outflank/outflank/dataset/store"
	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/engine/arena"
	"github.com/outflank/outflank/engine/runtime/fault"
	"github.com/outflank/outflank/qlearn/agents"
	training "github.com/outflank/outflank/qlearn/run"
	"github.com/outflank/outflank/qlearn/study"
)

// An experimentHost gives experiments the agents, games, learners and tuners of the command.
type experimentHost struct {
	experimentAgents
	app   *cli.App
	games string // --games; "" = the default games

	mu    sync.Mutex     // guards the fields below
	found []string       // paths of the games
	about string         // description of the games
	demo  string         // the folder of the demo's games, if they were unpacked
	count study.Games    // counts of the games
	data  *training.Data // the games as data to learn from
}

// close removes the temporary files of the run.
func (h *experimentHost) close() {
	if h.demo != "" {
		_ = os.RemoveAll(h.demo)
	}
}

// paths returns the paths of the games and a description.
func (h *experimentHost) paths() (paths []string, about string, err error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.found != nil {
		return h.found, h.about, nil
	}
	found, about := "", ""
	real := filepath.Join(os.Getenv("OUTFLANK_DATA"), "wthor-2001-2015")
	switch {
	case h.games != "":
		found, about = h.games, "those of "+filepath.Base(h.games)
	case os.Getenv("OUTFLANK_DATA") != "" && cli.IsFolder(real):
		found, about = real, "the WTHOR files of 2001 to 2015, as in the CS181 report"
	default:
		if h.demo, err = os.MkdirTemp("", "outflank-demo-"); err != nil {
			return nil, "", err
		}
		if err = cli.UnpackDemoGames(h.demo); err != nil {
			return nil, "", err
		}
		found, about = h.demo, "the built-in games of the demo, between our own agents, because no games were given"
	}
	h.found, h.about = []string{found}, about
	return h.found, h.about, nil
}

// Games counts the moves of winners and losers. It reads the games only once.
func (h *experimentHost) Games(ctx context.Context) (g study.Games, err error) {
	paths, about, err := h.paths()
	if err != nil {
		return g, err
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.count.Count == 0 {
		h.count, err = h.countGames(ctx, paths)
	}
	h.count.Source = about
	return h.count, err
}

// EachGame calls do with each finished game. Each call reads the games again.
func (h *experimentHost) EachGame(ctx context.Context, do func(engine.Game) error) error {
	paths, _, err := h.paths()
	if err != nil {
		return err
	}
	return h.each(ctx, paths, func(g *dataset.Game) error {
		if g.Status != dataset.Complete {
			return nil
		}
		return do(g.Game)
	})
}

// each calls do with each game at paths.
func (h *experimentHost) each(ctx context.Context, paths []string, do func(*dataset.Game) error) error {
	db, err := h.app.OpenDatabase(ctx, paths, store.Filter{})
	if err != nil {
		return err
	}
	for g, err := range db.Games {
		if err = errors.Join(err, ctx.Err()); err != nil {
			return err
		}
		if err := do(&g); err != nil {
			return err
		}
	}
	return nil
}

func (h *experimentHost) countGames(ctx context.Context, paths []string) (g study.Games, err error) {
	var w stats.SquareWeights
	err = h.each(ctx, paths, func(game *dataset.Game) error {
		w.Add(game)
		if game.Status == dataset.Complete {
			g.Count++
		}
		return nil
	})
	if err != nil {
		return g, err
	}
	g.Winner, g.Loser = w.WinnerMoves, w.LoserMoves
	if g.Count == 0 {
		err = fault.BadInputf("%s: no finished games", paths[0])
	}
	return g, err
}

// experimentAgents are the program's agents, for experiments on this machine and on a fleet's workers.
type experimentAgents struct{ agents.Resolver }

// Player returns the player of a spec.
func (experimentAgents) Player(spec string) (arena.Player, error) { return agents.Parse(spec) }

// Starts returns the starting positions of a match on boards of a shape with random holes.
func (experimentAgents) Starts(shape string, holes engine.Holes, n int, seed uint64) ([]engine.Game, error) {
	return arena.Config{Games: 2 * n, Seed: seed, Shape: cmp.Or(shape, "8x8"), Holes: holes}.Starts()
}
