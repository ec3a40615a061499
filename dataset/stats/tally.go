package stats

import (
	"math"

	"github.com/outflank/outflank/dataset"
	"github.com/outflank/outflank/engine/arena"
	"github.com/outflank/outflank/engine/runtime/text"
)

// A Tally counts results of games from one side's view. The zero value is ready to use.
type Tally struct { // whole numbers make merging exact
	wins, draws, losses int
	noResult            int
	score               sample // recorded disc differences
	theory              sample // theoretical scores where known
}

// Add counts a game and its recorded result from black's view.
func (t *Tally) Add(g *dataset.Game) { t.add(g, 1) }

// add counts a game. sign is -1 to count it from white's view, otherwise 1.
func (t *Tally) add(g *dataset.Game, sign int) {
	if g.TheoryEmpties > 0 {
		t.theory.add(sign * g.Theory)
	}
	if g.NoResult {
		t.noResult++
		return
	}
	switch score := sign * g.Score; {
	case score > 0:
		t.wins++
	case score < 0:
		t.losses++
	default:
		t.draws++
	}
	t.score.add(sign * g.Score)
}

func (t *Tally) merge(u *Tally) {
	t.wins, t.draws, t.losses = t.wins+u.wins, t.draws+u.draws, t.losses+u.losses
	t.noResult += u.noResult
	t.score.merge(u.score)
	t.theory.merge(u.theory)
}

// turned returns the tally from the other side's view.
func (t *Tally) turned() Tally {
	u := *t
	u.wins, u.losses = t.losses, t.wins
	u.score.sum, u.theory.sum = -t.score.sum, -t.theory.sum
	return u
}

// Games returns the number of games.
func (t *Tally) Games() int { return t.results() + t.noResult }

// results returns the number of games with a result.
func (t *Tally) results() int { return t.score.n }

// points returns twice the points of the side: 2 for a win, 1 for a draw.
func (t *Tally) points() int { return 2*t.wins + t.draws }

// An Outcome summarises the results of a set of games from black's view.
type Outcome struct {
	Games              int      `json:"games" unit:"game" meaning:"number of games"`
	BlackWins          int      `json:"black_wins" unit:"game" meaning:"games that black won by the recorded score"`
	Draws              int      `json:"draws" unit:"game" meaning:"games recorded as draws"`
	WhiteWins          int      `json:"white_wins" unit:"game" meaning:"games that white won by the recorded score"`
	BlackScore         *float64 `json:"black_score" unit:"1" meaning:"black's share of the points, 0 to 1; a draw is half a point"`
	BlackScoreLow      *float64 `json:"black_score_low" unit:"1" meaning:"lower bound of its 95 % interval (Wilson)"`
	BlackScoreHigh     *float64 `json:"black_score_high" unit:"1" meaning:"upper bound of its 95 % interval"`
	MeanDiscDifference *float64 `json:"mean_disc_difference" unit:"disc" meaning:"mean final disc difference for black, -64 to 64; empty squares count for the winner"`
	MeanLow            *float64 `json:"mean_disc_difference_low" unit:"disc" meaning:"lower bound of its 95 % interval (Student), unknown for a single game"`
	MeanHigh           *float64 `json:"mean_disc_difference_high" unit:"disc" meaning:"upper bound of its 95 % interval"`
	TheoryGames        int      `json:"theory_games" unit:"game" meaning:"games whose theoretical score is known"`
	MeanTheory         *float64 `json:"mean_theory" unit:"disc" meaning:"mean theoretical disc difference for black in these games, -64 to 64"`
	NoResult           int      `json:"no_result" unit:"game" meaning:"games whose result is unknown; no other column counts them"`
}

// Outcome returns the results.
func (t *Tally) Outcome() Outcome {
	points, low, high := math.NaN(), math.NaN(), math.NaN()
	if n := t.results(); n > 0 {
		points = float64(t.points()) / 2 / float64(n)
		low, high = arena.Wilson(points, n)
	}
	meanLow, meanHigh := t.score.intervalWithin(-64, 64)
	return Outcome{
		Games: t.Games(), BlackWins: t.wins, Draws: t.draws, WhiteWins: t.losses,
		BlackScore: text.Known(points), BlackScoreLow: text.Known(low), BlackScoreHigh: text.Known(high),
		MeanDiscDifference: text.Known(t.score.mean()), MeanLow: text.Known(meanLow),
		MeanHigh:    text.Known(meanHigh),
		TheoryGames: t.theory.n, MeanTheory: text.Known(t.theory.mean()), NoResult: t.noResult,
	}
}

// A Standing summarises the results of a set of games from a player's view.
type Standing struct {
	Games              int      `json:"games" unit:"game" meaning:"number of games"`
	Wins               int      `json:"wins" unit:"game" meaning:"games won by the recorded score"`
	Draws              int      `json:"draws" unit:"game" meaning:"games drawn"`
	Losses             int      `json:"losses" unit:"game" meaning:"games lost"`
	Score              *float64 `json:"score" unit:"1" meaning:"share of the points, 0 to 1; a draw is half a point"`
	ScoreLow           *float64 `json:"score_low" unit:"1" meaning:"lower bound of its 95 % interval (Wilson)"`
	ScoreHigh          *float64 `json:"score_high" unit:"1" meaning:"upper bound of its 95 % interval"`
	MeanDiscDifference *float64 `json:"mean_disc_difference" unit:"disc" meaning:"mean final disc difference for the side, -64 to 64; empty squares count for the winner"`
	MeanLow            *float64 `json:"mean_disc_difference_low" unit:"disc" meaning:"lower bound of its 95 % interval (Student), unknown for a single game"`
	MeanHigh           *float64 `json:"mean_disc_difference_high" unit:"disc" meaning:"upper bound of its 95 % interval"`
	NoResult           int      `json:"no_result" unit:"game" meaning:"games whose result is unknown; no other column counts them"`
}

// standing returns the side's tally as a Standing.
func (t *Tally) standing() Standing {
	o := t.Outcome()
	return Standing{
		o.Games, o.BlackWins, o.Draws, o.WhiteWins, o.BlackScore, o.BlackScoreLow, o.BlackScoreHigh,
		o.MeanDiscDifference, o.MeanLow, o.MeanHigh, o.NoResult,
	}
}

// groups contains results of games by key.
type groups[K comparable] map[K]*Tally

func (m groups[K]) of(key K) *Tally {
	t := m[key]
	if t == nil {
		t = new(Tally)
		m[key] = t
	}
	return t
}

func (m groups[K]) merge(n groups[K]) {
	for key, t := range n {
		m.of(key).merge(t)
	}
}
