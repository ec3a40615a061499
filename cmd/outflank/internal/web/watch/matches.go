package watch

import (
	"cmp"
	"context"
	"iter"
	"slices"

	"github.com/outflank/outflank/cmd/outflank/internal/web/position"
	"github.com/outflank/outflank/engine/arena"
	"github.com/outflank/outflank/qlearn/workspace"
)

// A Match is a match or a tournament.
type Match struct {
	Path    string `json:"path" doc:"path in the folder"`
	State   string `json:"state" enum:"running,finished,interrupted,damaged" doc:"state of the match; running: a process is playing it"`
	Problem string `json:"problem" doc:"problem with its file; empty = none"`

	Agents []string          `json:"agents" doc:"specs of the agents"`
	Played int               `json:"played" doc:"number of games that count: those in the schedule before the first unfinished game"`
	Ended  int               `json:"ended" doc:"number of finished games"`
	Total  int               `json:"total" doc:"number of games in the whole match"`
	Result *arena.Summary    `json:"result" doc:"result of the games that count"`
	Cross  *arena.CrossTable `json:"cross" doc:"cross table if there are more than two agents, else null"`
	LLR    []arena.LLR       `json:"llr" doc:"log-likelihood ratio of the test after pairs of games; in a stream, only new values"`
	Last   *Game             `json:"last" doc:"game that finished last; null = none yet"`

	Highest int `json:"highest" doc:"highest number of a finished game; 0 = none yet"`
}

// A Game is a game of a match.
type Game struct {
	Number  int    `json:"number" doc:"number in the schedule, from 1"`
	Black   string `json:"black" doc:"agent that played black"`
	White   string `json:"white" doc:"agent that played white"`
	Start   string `json:"start" doc:"start position, in the form of the parameter start; empty = unknown, and so are the moves"`
	Moves   string `json:"moves" doc:"moves of the game, without passes"`
	Book    int    `json:"book" doc:"number of moves given by the opening"`
	Score   int    `json:"score" doc:"disc difference for black"`
	Judged  bool   `json:"judged" doc:"whether the score is that of perfect play after the last move"`
	Forfeit string `json:"forfeit" doc:"side that forfeited, and why; empty = neither"`
}

func (w *Watcher) match(_ context.Context, q place) (Match, error) {
	m, err := find(w, q.Path, (*workspace.Workspace).Match)
	if err != nil {
		return Match{}, err
	}
	return matchView(m, 0), nil
}

// matchView returns the API's view of a match. It omits the test's values up to a number of pairs.
func matchView(m *workspace.Match, pairs int) Match {
	v := Match{
		Path: m.Path, State: m.State, Problem: m.Problem, Agents: m.Config.Agents,
		Played: m.Result.Played, Ended: m.Ended, Total: m.Result.Total, Result: m.Result, LLR: []arena.LLR{},
		Highest: m.Highest,
	}
	if len(m.Config.Agents) > 2 {
		cross := m.Result.CrossTable()
		v.Cross = &cross
	}
	from, _ := slices.BinarySearchFunc(m.LLR, pairs+1, func(p arena.LLR, pairs int) int {
		return p.Pairs - pairs
	})
	v.LLR = append(v.LLR, m.LLR[from:]...)
	if m.Last != nil {
		v.Last = gameView(m.Last, m.Config.Agents)
	}
	return v
}

func gameView(r *arena.Result, agents []string) *Game {
	g := &Game{
		Number: r.Pairing.Game + 1, Black: agents[r.Black], White: agents[r.White],
		Book: r.Book, Score: r.Score, Judged: r.Judged,
	}
	if len(r.Game.Moves) > 0 {
		g.Start, g.Moves = position.StartText(r.Game.Start), r.Game.String()
	}
	if r.Forfeit != nil {
		g.Forfeit = r.Forfeit.Error()
	}
	return g
}

// A playedQuery asks for games of a match.
type playedQuery struct {
	place
	From  int `query:"from" doc:"number in the schedule of the first game; 0 = 1" minimum:"0" example:"51"`
	Count int `query:"count" doc:"how many numbers to look at; 0 = 50" minimum:"0" maximum:"50" example:"50"`
}

// mostPlayed is the maximum number of games in an answer.
const mostPlayed = 50

// Played holds games of a match.
type Played struct {
	Games []Game `json:"games" doc:"finished games by number"`
}

func (w *Watcher) played(_ context.Context, q playedQuery) (Played, error) {
	if w.files == nil {
		return Played{}, errNone(q.Path)
	}
	first := max(0, q.From-1)
	m, games, err := w.files.Games(q.Path, first, first+cmp.Or(q.Count, mostPlayed))
	if err != nil {
		return Played{}, err
	}
	p := Played{Games: []Game{}}
	for _, r := range games {
		p.Games = append(p.Games, *gameView(&r, m.Config.Agents))
	}
	return p, nil
}

func (w *Watcher) watchMatch(ctx context.Context, q place) (iter.Seq2[Match, error], error) {
	if _, err := find(w, q.Path, (*workspace.Workspace).Match); err != nil {
		return nil, err
	}
	pairs, version := 0, 0
	return follow(ctx, itemEvery, func() (Match, bool, error) {
		m, err := find(w, q.Path, (*workspace.Workspace).Match)
		if err != nil || m.Version == version {
			return Match{}, false, err
		}
		if len(m.LLR) == 0 || m.LLR[len(m.LLR)-1].Pairs < pairs {
			pairs = 0 // the file holds another match now
		}
		v := matchView(m, pairs)
		version = m.Version
		if n := len(m.LLR); n > 0 {
			pairs = m.LLR[n-1].Pairs
		}
		return v, true, nil
	}), nil
}
