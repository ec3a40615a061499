package watch

import (
	"context"
	"iter"
	"slices"

	"github.com/outflank/outflank/cmd/outflank/internal/web/boards"
	"github.com/outflank/outflank/engine/arena"
	"github.com/outflank/outflank/qlearn/workspace"
)

// A Match is a match or a tournament.
type Match struct {
	Path    string `json:"path" doc:"path in the folder"`
	State   string `json:"state" enum:"running,finished,interrupted,damaged" doc:"running: the match is being played"`
	Problem string `json:"problem" doc:"damage of its file; empty = none"`

	Agents []string          `json:"agents" doc:"specs of the agents"`
	Played int               `json:"played" doc:"number of games that count: all games of the schedule before the first unfinished one"`
	Ended  int               `json:"ended" doc:"number of finished games"`
	Total  int               `json:"total" doc:"number of games of the whole match"`
	Result *arena.Summary    `json:"result" doc:"result of the games that count"`
	Cross  *arena.CrossTable `json:"cross" doc:"cross-table; null for two agents"`
	LLR    []arena.LLR       `json:"llr" doc:"log-likelihood ratio of the test after pairs of games; in a stream, only new values"`
	Last   *Game             `json:"last" doc:"the game that ended last; null = none yet"`
}

// A Game is a game of a match.
type Game struct {
	Number  int    `json:"number" doc:"number in the schedule, from 1"`
	Black   string `json:"black" doc:"spec of the black player"`
	White   string `json:"white" doc:"spec of the white player"`
	Start   string `json:"start" doc:"start, as accepted by the routes of positions; empty = start and moves are unknown"`
	Moves   string `json:"moves" doc:"moves without passes"`
	Book    int    `json:"book" doc:"number of moves of the opening"`
	Score   int    `json:"score" doc:"disc difference for black"`
	Judged  bool   `json:"judged" doc:"whether the score is the result of perfect play after the last move"`
	Forfeit string `json:"forfeit" doc:"the side that forfeited and the reason; empty = none"`
}

func (w *Watcher) match(_ context.Context, q place) (Match, error) {
	m, err := find(w, q.Path, (*workspace.Workspace).Match)
	if err != nil {
		return Match{}, err
	}
	return matchView(m, 0), nil
}

// matchView returns what the API says of a match; of its test what came after a number of pairs.
func matchView(m *workspace.Match, pairs int) Match {
	v := Match{
		Path: m.Path, State: m.State, Problem: m.Problem, Agents: m.Config.Agents,
		Played: m.Result.Played, Ended: m.Ended, Total: m.Result.Total, Result: m.Result, LLR: []arena.LLR{},
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
		g.Start, g.Moves = boards.StartText(r.Game.Start), r.Game.String()
	}
	if r.Forfeit != nil {
		g.Forfeit = r.Forfeit.Error()
	}
	return g
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
			pairs = 0 // another match
		}
		v := matchView(m, pairs)
		version = m.Version
		if n := len(m.LLR); n > 0 {
			pairs = m.LLR[n-1].Pairs
		}
		return v, true, nil
	}), nil
}
