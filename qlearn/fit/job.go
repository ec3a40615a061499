package fit

import (
	"context"
	"errors"
	"fmt"

	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/engine/runtime/durable"
	"github.com/outflank/outflank/engine/runtime/parallel"
	"github.com/outflank/outflank/eval"
	"github.com/outflank/outflank/eval/pattern"
)

// Jobs returns the kinds of jobs of a fit. One turns recorded games into samples; the other plays games and
// returns their positions.
func Jobs() []parallel.AnyKind { return []parallel.AnyKind{judgeKind, playKind} }

// A judgedGame contains the data that the samples of a recorded game depend on.
type judgedGame struct {
	Game                         engine.Game
	Score, Theory, TheoryEmpties int
}

// A judgedSample is a sample from a game of a job.
type judgedSample struct {
	Game         uint32 // index of the game in the job
	Target       float32
	Mine, Theirs uint64
}

// judgeKind turns games into samples. Its setting is the number of empty squares from which games are solved.
var judgeKind = parallel.Kind[int, []judgedGame, []judgedSample]{
	Name: "fit-judge",
	Open: func(solve int, _ parallel.File) (parallel.Func[[]judgedGame, []judgedSample], error) {
		f := fitter{Options: Default}
		f.Solve = solve
		return f.judge, f.Check()
	},
}

// playSettings are the settings of all games of a round.
type playSettings struct {
	Play
	Model string `json:"model"` // file
}

// A stint is a group of games that are played one after the other.
type stint struct {
	From   int     // number of the first game
	Starts []start // start of each game
}

// stintGames is the number of games in a stint, which makes it worth sending.
const stintGames = 16

// playKind plays the games of a stint and returns them as encoded by encodeGames.
var playKind = parallel.Kind[playSettings, stint, []byte]{
	Name: "fit-play",
	Files: func(s playSettings, name parallel.File) (_ playSettings, err error) {
		s.Model, err = name(s.Model)
		return s, err
	},
	Open: func(s playSettings, _ parallel.File) (parallel.Func[stint, []byte], error) {
		o := Default
		o.Play = s.Play
		tables, err := readTables(s.Model)
		if err = errors.Join(o.Check(), err); err != nil {
			return nil, err
		}
		p := newPlayer(s.Play, tables)
		return func(ctx context.Context, s stint) ([]byte, error) {
			if err := p.check(s); err != nil {
				return nil, err
			}
			return p.play(ctx, s)
		}, nil
	},
}

// checkGames returns an error if an answer does not contain the games of a stint.
func checkGames(s stint, answer []byte) error {
	_, err := decodeGames(answer, len(s.Starts))
	return err
}

// checkSamples returns an error if samples cannot come from games.
func checkSamples(games []judgedGame, samples []judgedSample) error {
	for _, s := range samples {
		if int(s.Game) >= len(games) {
			return fmt.Errorf("fit: a sample of game %d of %d", s.Game, len(games))
		}
		if s.Mine&s.Theirs != 0 || !(s.Target >= -64 && s.Target <= 64) {
			return fmt.Errorf("fit: a sample of game %d with the target %v", s.Game, s.Target)
		}
	}
	return nil
}

// readTables reads a model and returns it as tables.
func readTables(path string) (*pattern.Tables, error) {
	file, err := durable.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	model, err := eval.ReadModel(file)
	if err != nil {
		return nil, err
	}
	return pattern.Compile(model)
}

// check returns an error if s cannot be part of a fit.
func (p *Play) check(s stint) error {
	if s.From < 0 || s.From > p.Games || len(s.Starts) == 0 || len(s.Starts) > p.Games-s.From {
		return fmt.Errorf("fit: a job with %d games from %d of %d on", len(s.Starts), s.From, p.Games)
	}
	for _, start := range s.Starts {
		if start[0]&start[1] != 0 {
			return fmt.Errorf("fit: a job whose start %x has discs of both sides on a square", start)
		}
	}
	return nil
}
