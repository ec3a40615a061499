package fit

import (
	"bytes"
	"context"
	"encoding/binary"
	"encoding/gob"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"sync"

	"github.com/outflank/outflank/dataset"
	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/engine/deep"
	"github.com/outflank/outflank/engine/runtime/parallel"
	"github.com/outflank/outflank/eval"
	"github.com/outflank/outflank/eval/pattern"
)

// The kinds of jobs of a fit: recorded games in, their samples out; the numbers of games to be played
// in, the samples of these out.
const (
	JudgeKind = "fit-judge"
	PlayKind  = "fit-play"
)

// A judgedGame is what samples of a recorded game depend on.
type judgedGame struct {
	Game                         engine.Game
	Score, Theory, TheoryEmpties int
}

// judgeTask judges a part of the recorded games, here or as a job.
func (f *fitter) judgeTask() parallel.Task[gamesPart, gamesPart] {
	return parallel.Task[gamesPart, gamesPart]{
		Here: f.judgePart,
		Encode: func(part gamesPart) ([]byte, error) {
			if part.err != nil {
				return nil, part.err
			}
			var list []judgedGame
			for i := range part.games {
				g := &part.games[i]
				list = append(list, judgedGame{g.Game, g.Score, g.Theory, g.TheoryEmpties})
			}
			var text bytes.Buffer
			err := gob.NewEncoder(&text).Encode(list)
			return text.Bytes(), err
		},
		Decode: func(part gamesPart, answer []byte) (_ gamesPart, err error) {
			part.samples, err = decodeSamples(answer, len(part.games))
			return part, err
		},
	}
}

// judgeSet is what its jobs have in common.
func (f *fitter) judgeSet() parallel.Set {
	return parallel.Set{Kind: JudgeKind, Settings: fmt.Append(nil, f.Solve)}
}

// OpenJudgeJobs does the jobs of [JudgeKind]; it is a [parallel.Opener].
func OpenJudgeJobs(text []byte, _ func(string) (string, error)) (parallel.Do, func(), error) {
	o := Default
	if err := json.Unmarshal(text, &o.Solve); err != nil {
		return nil, nil, fmt.Errorf("fit: settings of judged games: %w", err)
	}
	if err := o.Check(); err != nil {
		return nil, nil, err
	}
	f := fitter{Options: o}
	return func(ctx context.Context, in []byte) ([]byte, error) {
		var list []judgedGame
		if err := gob.NewDecoder(bytes.NewReader(in)).Decode(&list); err != nil {
			return nil, err
		}
		var part gamesPart
		for _, g := range list {
			part.games = append(part.games, dataset.Game{Game: g.Game, Score: g.Score, Theory: g.Theory,
				TheoryEmpties: g.TheoryEmpties})
		}
		part, err := f.judgePart(ctx, part)
		return encodeSamples(part.samples), err
	}, nil, nil
}

// A stint is some games that are played one after the other.
type stint struct {
	From   int     // number of the first
	Starts []start // of each
}

// stintGames is how many games of a stint are worth sending.
const stintGames = 16

// A player plays the games of a round.
type player struct {
	Play
	engines sync.Pool
}

func newPlayer(p Play, tables *pattern.Tables) *player {
	return &player{Play: p, engines: sync.Pool{New: func() any { return newSolver(p.Depth, p.Exact, tables) }}}
}

// play plays the games of a stint.
func (p *player) play(ctx context.Context, s stint) (games []playedGame, err error) {
	e := p.engines.Get().(*deep.Engine)
	defer p.engines.Put(e)
	for i, start := range s.Starts {
		g, err := p.game(ctx, e, s.From+i, start.board())
		if err != nil {
			return nil, err
		}
		games = append(games, g)
	}
	return games, nil
}

// task plays a stint, here or as a job.
func (p *player) task() parallel.Task[stint, []playedGame] {
	return parallel.Task[stint, []playedGame]{
		Here:   p.play,
		Encode: func(s stint) ([]byte, error) { return json.Marshal(s) },
		Decode: func(s stint, answer []byte) ([]playedGame, error) { return decodeGames(answer, len(s.Starts)) },
	}
}

// playSet returns the set of the games that a model plays, whose file lies in a folder.
func (p *player) playSet(model *eval.Model, dir string) (s parallel.Set, err error) {
	path := filepath.Join(dir, "player.model")
	file, err := os.Create(path)
	if err != nil {
		return s, err
	}
	if err := errors.Join(eval.WriteModel(file, model), file.Close()); err != nil {
		return s, err
	}
	s = parallel.Set{Kind: PlayKind, Files: map[string]string{modelFile: path}}
	s.Settings, err = json.Marshal(p.Play)
	return s, err
}

// modelFile names the file in a set.
const modelFile = "model"

// OpenPlayJobs does the jobs of [PlayKind]; it is a [parallel.Opener].
func OpenPlayJobs(text []byte, file func(string) (string, error)) (parallel.Do, func(), error) {
	o := Default
	if err := json.Unmarshal(text, &o.Play); err != nil {
		return nil, nil, fmt.Errorf("fit: settings of played games: %w", err)
	}
	path, err := file(modelFile)
	if err = errors.Join(o.Check(), err); err != nil {
		return nil, nil, err
	}
	in, err := os.Open(path)
	if err != nil {
		return nil, nil, err
	}
	defer in.Close()
	model, err := eval.ReadModel(in)
	if err != nil {
		return nil, nil, err
	}
	tables, err := pattern.Compile(model)
	if err != nil {
		return nil, nil, err
	}
	p := newPlayer(o.Play, tables)
	return func(ctx context.Context, in []byte) ([]byte, error) {
		var s stint
		if err := json.Unmarshal(in, &s); err != nil {
			return nil, err
		}
		if s.From < 0 || s.From > p.Games || len(s.Starts) == 0 || len(s.Starts) > p.Games-s.From {
			return nil, fmt.Errorf("fit: a job with %d games from %d of %d on", len(s.Starts), s.From, p.Games)
		}
		for _, start := range s.Starts {
			if start[0]&start[1] != 0 {
				return nil, fmt.Errorf("fit: a job whose start %x has discs of both sides on a square", start)
			}
		}
		games, err := p.play(ctx, s)
		return encodeGames(games), err
	}, nil, nil
}

// sampleBytes is the size of a sample that is sent: both sides' discs and the target.
const sampleBytes = 20

// encodeSamples writes the samples of games: their number, and then each in little-endian order.
func encodeSamples(games [][]sample) (text []byte) {
	for _, list := range games {
		text = binary.LittleEndian.AppendUint16(text, uint16(len(list))) // a game has at most 60 moves
		for _, s := range list {
			text = binary.LittleEndian.AppendUint64(text, s.mine)
			text = binary.LittleEndian.AppendUint64(text, s.theirs)
			text = binary.LittleEndian.AppendUint32(text, math.Float32bits(s.target))
		}
	}
	return text
}

// decodeSamples reads what encodeSamples wrote of n games. Each sample has the weight 1.
func decodeSamples(text []byte, n int) (games [][]sample, err error) {
	damaged := fmt.Errorf("fit: the samples of %d games are damaged", n)
	for range n {
		if len(text) < 2 {
			return nil, damaged
		}
		count := int(binary.LittleEndian.Uint16(text))
		if text = text[2:]; len(text) < count*sampleBytes {
			return nil, damaged
		}
		list := make([]sample, count)
		for i := range list {
			list[i] = sample{binary.LittleEndian.Uint64(text), binary.LittleEndian.Uint64(text[8:]),
				math.Float32frombits(binary.LittleEndian.Uint32(text[16:])), 1}
			text = text[sampleBytes:]
		}
		games = append(games, list)
	}
	if len(text) > 0 {
		return nil, damaged
	}
	return games, nil
}
