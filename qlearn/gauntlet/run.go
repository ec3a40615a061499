package gauntlet

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"iter"
	"math/rand/v2"
	"os"
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
	"github.com/outflank/outflank/engine/runtime/fault"
	"github.com/outflank/outflank/engine/runtime/parallel"
	"github.com/outflank/outflank/engine/runtime/text"
	"github.com/outflank/outflank/qlearn/agents"
)

// A Run measures an agent. The same Run continues an interrupted one.
type Run struct {
	Agent    Agent
	Declared Declared
	Quick    bool   // a try-out with few games and positions, which the card states
	Dir      string // folder of the card

	Workers int              // concurrent games; 0 = one per processor
	Farm    parallel.Farm    // plays the games remotely; nil = the games are played here
	Now     func() time.Time // clock for the times of moves; nil = not measured
	Program string           // identifies the program, for the card
}

// size returns the maximum number of games against an anchor, and the number of positions.
func (r Run) size() (games, moves int) {
	if r.Quick {
		return quickGames, quickPositions
	}
	return maxGames, allPositions
}

// Total returns the last Progress.Done.
func (r Run) Total() int {
	games, moves := r.size()
	return len(Anchors)*games + moves
}

// A Progress is the progress of a run.
type Progress struct {
	Done int   // games and positions; games that a match does not need count as done
	Card *Card // nil until the end
}

// All plays the matches, asks for the moves and writes the files of the card. It stops at the first error,
// including that of ctx. The error is a [*durable.FileError] if the folder has the state of another agent or
// edition. A failure of the agent is a result, not an error.
func (r Run) All(ctx context.Context) iter.Seq2[Progress, error] {
	return func(yield func(Progress, error) bool) {
		m := &measurement{Run: r, yield: yield, card: &Card{}}
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
	card     *Card
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
	m.card.Result = Result{Edition: Edition, Set: SetHash(), Standard: !m.Quick, Agent: m.Agent}
	m.card.Declared = m.Declared
	if old, err := ReadCard(m.Dir); err == nil && old.Result.Agent.SHA256 == m.Agent.SHA256 {
		m.card.Declared = m.Declared.or(old.Declared)
	}
	if list, _ := os.ReadDir(m.Dir); len(list) > 0 && !slices.ContainsFunc(list, isState) {
		return fault.Misusef("%s has other files, but no state of a gauntlet: name another folder", m.Dir)
	}
	if _, err := durable.MkdirAll(filepath.Join(m.Dir, "state")); err != nil {
		return err
	}
	for i := range Anchors {
		if err := m.play(ctx, i); err != nil {
			return err
		}
	}
	if err := m.choose(ctx); err != nil {
		return err
	}
	m.card.Result.rate()
	m.card.Conditions = Conditions{Program: m.Program,
		Millis:  text.Ratio(m.used.Time.Seconds()*1000, m.used.Moves),
		Machine: fmt.Sprintf("%s/%s, %s", runtime.GOOS, runtime.GOARCH, text.Plural(runtime.NumCPU(), "processor"))}
	if err := m.card.write(m.Dir, m.records); err != nil {
		return err
	}
	m.progress.Card = m.card
	return m.tell(0)
}

// isState reports whether an entry of a card's folder is the state of a run.
func isState(e os.DirEntry) bool { return e.Name() == "state" && e.IsDir() }

// play plays the match against an anchor.
func (m *measurement) play(ctx context.Context, anchor int) (err error) {
	spec := Anchors[anchor]
	games, _ := m.size()
	cfg := arena.Config{Agents: []string{m.Agent.spec, spec}, Games: games, Openings: book.XOT, Shuffle: true,
		Seed: m.Agent.seed(spec), Precision: precision}
	path := filepath.Join(m.Dir, "state", fmt.Sprintf("match-%02d.ndjson", anchor+1))
	state, err := arena.Create(path, cfg, agents.Resolver{})
	if errors.Is(err, durable.ErrExists) {
		if state, err = arena.Resume(path, agents.Resolver{}); err == nil && !reflect.DeepEqual(state.Config, cfg) {
			other := errors.New("the state of another agent, edition or size; name another folder")
			err = errors.Join(&durable.FileError{File: path, Err: other}, state.Close())
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
		m.records = append(m.records, game.Record([]string{m.Agent.Spec, spec}))
		if err := m.tell(1); err != nil {
			return err
		}
	}
	s, r := state.Result(), &m.card.Result
	match := Match{PairSummary: s.Pairs[0], Forfeits: s.Players[0].Forfeits}
	match.A = m.Agent.Spec // without folders
	r.Matches = append(r.Matches, match)
	r.Failures.Games += match.Forfeits
	r.Failures.First = cmp.Or(r.Failures.First, s.Players[0].Reason)
	return m.tell(games - match.Games)
}

// choose asks a new agent for its move in each position. The moves are not stored: they take less time than a
// match, so an interrupted run asks again.
func (m *measurement) choose(ctx context.Context) error {
	set, err := positions()
	if err != nil {
		return err
	}
	player, err := agents.Parse(m.Agent.spec)
	if err != nil {
		return err
	}
	type answer struct {
		loss float64
		err  error
	}
	ask := func(ctx context.Context, p position) (answer, error) {
		agent := player.New(rand.New(rand.NewPCG(m.Agent.seed(p.String()), 0)))
		defer func() { _ = agents.Close(agent) }() // the move is known
		engine.Follow(agent, &engine.Game{Start: p.Position})
		move, err := agent.Choose(ctx, p.Board)
		if err != nil {
			return answer{p.loss(engine.None), err}, ctx.Err()
		}
		if !p.Board.Moves().Has(move) {
			err = fmt.Errorf("%v is illegal", move)
		}
		return answer{p.loss(move), err}, ctx.Err()
	}
	_, moves := m.size()
	workers, r := cmp.Or(m.Workers, runtime.GOMAXPROCS(0)), &m.card.Result
	var lost []float64
	for a, err := range parallel.Map(ctx, workers, 4*workers, slices.Values(set[:moves]), ask) {
		if err != nil {
			return err
		}
		if a.err != nil {
			r.Failures.Moves++
			r.Failures.First = cmp.Or(r.Failures.First, a.err.Error())
		}
		lost = append(lost, a.loss)
		if err := m.tell(1); err != nil {
			return err
		}
	}
	r.Loss = *arena.LossOf(lost)
	return nil
}
