package gauntlet

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"math/rand/v2"
	"path/filepath"
	"reflect"
	"runtime"
	"slices"
	"time"

	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/engine/arena"
	"github.com/outflank/outflank/engine/book"
	"github.com/outflank/outflank/engine/notation"
	"github.com/outflank/outflank/engine/runtime/durable"
	"github.com/outflank/outflank/engine/runtime/parallel"
	"github.com/outflank/outflank/engine/runtime/text"
	"github.com/outflank/outflank/qlearn/agents"
)

// A Run measures an agent. The same Run continues an interrupted one.
type Run struct {
	Agent    Agent
	Declared map[string]string // see [Result.Declared]
	Quick    bool              // a try-out with few games and positions, which the card states
	Dir      string            // folder of the card

	Workers int              // concurrent games; 0 = one per processor
	Farm    parallel.Farm    // plays the games remotely; nil = the games are played here
	Now     func() time.Time // clock for the times of moves; nil = not measured
	Program string           // identifies the program, for the card
}

// size returns the maximum number of games against an anchor, and the number of positions.
func (r Run) size() (games, moves int) {
	if r.Quick {
		return QuickGames, quickPositions
	}
	return maxGames, allPositions
}

// Total returns Progress.Total.
func (r Run) Total() int {
	games, moves := r.size()
	return len(Anchors)*games + moves
}

// A Progress is the progress of a run.
type Progress struct {
	Done, Total int   // games and positions; games that a match does not need count as done
	Card        *Card // nil until the end
}

// All plays the matches, asks for the moves and writes the files of the card. It stops at the first error,
// including that of ctx. The error is a [*durable.FileError] if the folder has the state of another agent or
// edition. A failure of the agent is a result, not an error.
func (r Run) All(ctx context.Context) iter.Seq2[Progress, error] {
	return func(yield func(Progress, error) bool) {
		m := &measurement{Run: r, yield: yield}
		if err := m.all(ctx); err != nil && !errors.Is(err, errStopped) {
			yield(Progress{}, err)
		}
	}
}

// errStopped is the internal error for a caller that stopped ranging.
var errStopped = errors.New("gauntlet: stopped")

// A measurement is a run in progress.
type measurement struct {
	Run
	yield    func(Progress, error) bool
	progress Progress
	result   Result
	used     arena.Usage // in all games
	records  []notation.Record
}

// tell reports that more items are done.
func (m *measurement) tell(more int) error {
	if m.progress.Done += more; !m.yield(m.progress, nil) {
		return errStopped
	}
	return nil
}

// all measures the agent and writes the card.
func (m *measurement) all(ctx context.Context) error {
	set, err := positions()
	if err != nil {
		return err
	}
	games, moves := m.size()
	set = set[:moves]
	m.result = Result{Edition: Edition, Set: SetHash(), Standard: !m.Quick, Agent: m.Agent, Declared: m.Declared}
	m.progress.Total = m.Total()
	undo, err := durable.MkdirAll(filepath.Join(m.Dir, stateName))
	if err != nil {
		return err
	}
	defer undo()
	unlock, err := durable.LockDir(m.Dir)
	if err != nil {
		return err
	}
	defer unlock()
	for i := range Anchors {
		if err := m.play(ctx, i, games); err != nil {
			return err
		}
	}
	if err := m.choose(ctx, set); err != nil {
		return err
	}
	m.result.rate()
	return m.finish()
}

// stateName is the name of the subfolder with the finished games and moves.
const stateName = "state"

// play plays the match against an anchor.
func (m *measurement) play(ctx context.Context, anchor, games int) (err error) {
	spec := Anchors[anchor]
	cfg := arena.Config{Agents: []string{m.Agent.spec, spec}, Games: games, Openings: book.XOT, Shuffle: true,
		Seed: m.Agent.seed(spec)}
	if !m.Quick {
		cfg.Precision = precision
	}
	path := filepath.Join(m.Dir, stateName, fmt.Sprintf("match-%02d.ndjson", anchor+1))
	state, err := arena.Create(path, cfg, agents.Resolver{})
	if errors.Is(err, durable.ErrExists) {
		if state, err = arena.Resume(path, agents.Resolver{}); err == nil && !reflect.DeepEqual(state.Config, cfg) {
			err = errors.Join(&durable.FileError{File: path, Err: errOther}, state.Close())
		}
	}
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, state.Close()) }()
	state.Match.Workers, state.Match.Now, state.Farm = m.Workers, m.Now, m.Farm
	for game, err := range state.Run(ctx) {
		if err != nil {
			return err
		}
		color := engine.Black
		if game.White == 0 {
			color = engine.White
		}
		m.used = m.used.Add(game.Usage[color])
		m.records = append(m.records, game.Record([]string{m.Agent.Name, spec}))
		if err := m.tell(1); err != nil {
			return err
		}
	}
	s := state.Result()
	match := Match{PairSummary: s.Pairs[0], Forfeits: s.Players[0].Forfeits}
	match.A = m.Agent.Name // without folders
	m.result.Matches = append(m.result.Matches, match)
	m.result.Failures.Games += match.Forfeits
	m.result.Failures.First = cmp.Or(m.result.Failures.First, s.Players[0].Reason)
	return m.tell(games - match.Games)
}

// errOther is the error for a folder whose state does not belong to the run.
var errOther = errors.New("the state of another agent, edition or size; name another folder")

// choose asks a new agent for its move in each position. The moves are not stored: they take less time than a
// match, so an interrupted run asks again.
func (m *measurement) choose(ctx context.Context, set []position) error {
	player, err := agents.Parse(m.Agent.spec)
	if err != nil {
		return err
	}
	ask := func(ctx context.Context, p position) (answer, error) {
		agent := player.New(rand.New(rand.NewPCG(m.Agent.seed(p.String()), 0)))
		defer func() { _ = agents.Close(agent) }() // the move is known
		engine.Follow(agent, &engine.Game{Start: p.Position})
		move, err := agent.Choose(ctx, p.Board)
		if err == nil && !p.Board.Moves().Has(move) {
			err = fmt.Errorf("%v is illegal", move)
		}
		return answer{p, move, err}, ctx.Err()
	}
	workers := cmp.Or(m.Workers, runtime.GOMAXPROCS(0))
	lost := make([][]float64, len(bands)+1) // by band, then all
	for a, err := range parallel.Map(ctx, workers, 4*workers, slices.Values(set), ask) {
		if err != nil {
			return err
		}
		if a.err != nil {
			a.move = engine.None
			m.result.Failures.Moves++
			m.result.Failures.First = cmp.Or(m.result.Failures.First, a.err.Error())
		}
		loss := a.position.loss(a.move)
		band := bandOf(a.position.Board.Empty().Len())
		lost[band], lost[len(bands)] = append(lost[band], loss), append(lost[len(bands)], loss)
		if err := m.tell(1); err != nil {
			return err
		}
	}
	for i, band := range bands {
		m.result.Bands = append(m.result.Bands, Band{band[0], band[1], *arena.LossOf(lost[i])})
	}
	m.result.Loss = *arena.LossOf(lost[len(bands)])
	return nil
}

// An answer is the agent's move in a position of the set, or the reason for a missing or illegal move.
type answer struct {
	position position
	move     engine.Square
	err      error
}

// finish completes the card and writes the files, card.json last.
func (m *measurement) finish() error {
	path := filepath.Join(m.Dir, "games.pgn")
	err := durable.Replace(path, func(w io.Writer) error {
		out := bufio.NewWriter(w)
		for _, r := range m.records {
			if err := notation.PGN.Write(out, r); err != nil {
				return err
			}
		}
		return out.Flush()
	})
	if err != nil {
		return err
	}
	if m.result.Games, err = durable.SHA256File(path); err != nil {
		return err
	}
	c := &Card{Result: m.result, Conditions: Conditions{Program: m.Program,
		Machine: fmt.Sprintf("%s/%s, %s", runtime.GOOS, runtime.GOARCH, text.Plural(runtime.NumCPU(), "processor")),
		Millis:  text.Ratio(m.used.Time.Seconds()*1000, m.used.Moves)}}
	if c.Digest, err = c.Result.digest(); err != nil {
		return err
	}
	if err := c.write(m.Dir); err != nil {
		return err
	}
	m.progress.Card = c
	return m.tell(0)
}
