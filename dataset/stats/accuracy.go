package stats

import (
	"cmp"
	"math"
	"slices"

	"github.com/outflank/outflank/dataset"
	"github.com/outflank/outflank/engine/analysis"
	"github.com/outflank/outflank/engine/arena"
	"github.com/outflank/outflank/engine/runtime/text"
)

// accuracy compares final scores with theoretical scores. A theoretical score is the result of perfect play
// from one position of the game. In WTHOR files, this is the position with 24 empty squares, after move 36.
//
// A game shows only by how many discs black's loss exceeded white's: theory minus score. A player's loss is
// this number from the player's view. It is relative to the opponents: 0 means that both sides lost equally
// much. Only complete games that reach the position count. Games of unknown players count only towards the
// total.
//
// The losses of analysed moves are absolute. They count in all games. Use newAccuracy to create one.
type accuracy struct {
	analysis              Analysis
	games, skipped, exact int
	abs                   sample
	labels                map[PlayerID]*label
	players               map[PlayerID]*losses
}

// losses are the losses of a player, with the theoretical and the final scores.
type losses struct {
	loss, theory, score sample
	analyzed            int // games with analysed moves
	moves               analysis.PlayerLoss
}

// newAccuracy returns an empty counter.
func newAccuracy(of Analysis) *accuracy {
	return &accuracy{analysis: of, labels: map[PlayerID]*label{}, players: map[PlayerID]*losses{}}
}

// Accuracy returns the statistic "accuracy" of games with analysed moves. A nil Analysis gives the statistic
// of [All].
func Accuracy(of Analysis) Statistic {
	return Statistic{
		Name: "accuracy", Question: "Which players lose the fewest discs in the endgame, relative to perfect play?",
		MinGames: 100,
		Counts: "Only complete games that reach a position with a known theoretical score count. A loss is net " +
			"of the opponents' losses: below 0, the opponents lost more. " + knownOnly + " With --cache, a second " +
			"table shows the absolute losses of all analyzed moves.",
		Count: listing(func() *accuracy { return newAccuracy(of) }, (*accuracy).Result),
	}
}

// Add counts a game.
func (a *accuracy) Add(g *dataset.Game) {
	a.addMoves(g)
	if g.NoResult || g.TheoryEmpties == 0 || g.Status != dataset.Complete ||
		g.Start.Board.Empty().Len()-len(g.Moves) > g.TheoryEmpties {
		a.skipped++
		return
	}
	a.games++
	loss := g.Theory - g.Score
	a.abs.add(max(loss, -loss))
	if loss == 0 {
		a.exact++
	}
	if rates(g) {
		a.of(BlackOf(g), g.Black, g.Year).add(loss, g.Theory, g.Score)
		a.of(WhiteOf(g), g.White, g.Year).add(-loss, -g.Theory, -g.Score)
	}
}

// addMoves counts the analysed moves of a game.
func (a *accuracy) addMoves(g *dataset.Game) {
	moves := a.analysis.moves(g.Game)
	if len(moves) == 0 || !rates(g) {
		return
	}
	players := [2]*losses{a.of(BlackOf(g), g.Black, g.Year), a.of(WhiteOf(g), g.White, g.Year)}
	for _, m := range moves {
		players[m.Side].moves.Add(m)
	}
	players[0].analyzed++
	players[1].analyzed++
}

func (l *losses) add(loss, theory, score int) {
	l.loss.add(loss)
	l.theory.add(theory)
	l.score.add(score)
}

// of returns the losses of a player and records the player's name in a game of this year.
func (a *accuracy) of(id PlayerID, name string, year int) *losses {
	l := a.players[id]
	if l == nil {
		l = new(losses)
		a.players[id], a.labels[id] = l, new(label)
	}
	a.labels[id].see(name, year)
	return l
}

// Merge adds the counts of b, which counted other games.
func (a *accuracy) Merge(b *accuracy) {
	a.games, a.skipped, a.exact = a.games+b.games, a.skipped+b.skipped, a.exact+b.exact
	a.abs.merge(b.abs)
	for id, m := range b.players {
		l := a.of(id, b.labels[id].name, b.labels[id].year)
		l.loss.merge(m.loss)
		l.theory.merge(m.theory)
		l.score.merge(m.score)
		l.analyzed += m.analyzed
		l.moves.Join(m.moves)
	}
}

// An accuracyTotal summarises all games.
type accuracyTotal struct {
	Games       int      `json:"games" unit:"game" meaning:"complete games that reach a position with a known theoretical score"`
	Skipped     int      `json:"skipped" unit:"game" meaning:"other games, left out"`
	Exact       int      `json:"exact" unit:"game" meaning:"games that ended with the theoretical score"`
	ExactShare  *float64 `json:"exact_share" unit:"1" meaning:"share of these games, 0 to 1"`
	ExactLow    *float64 `json:"exact_share_low" unit:"1" meaning:"lower bound of its 95 % interval (Wilson)"`
	ExactHigh   *float64 `json:"exact_share_high" unit:"1" meaning:"upper bound of its 95 % interval"`
	MeanAbs     *float64 `json:"mean_abs_difference" unit:"disc" meaning:"mean absolute difference between the final and the theoretical disc difference"`
	MeanAbsLow  *float64 `json:"mean_abs_difference_low" unit:"disc" meaning:"lower bound of its 95 % interval (Student)"`
	MeanAbsHigh *float64 `json:"mean_abs_difference_high" unit:"disc" meaning:"upper bound of its 95 % interval"`
}

// An accuracyPlayer measures how exactly a player plays endgames.
type accuracyPlayer struct {
	ID         int      `json:"player_id" unit:"id" meaning:"id in the source, -1 = none"`
	Name       string   `json:"player" unit:"text" meaning:"the player's label in the latest game"`
	Program    bool     `json:"program" unit:"1" meaning:"whether the player is a program: its label has parentheses"`
	Games      int      `json:"games" unit:"game" meaning:"games that count"`
	MeanLoss   *float64 `json:"mean_loss" unit:"disc" meaning:"mean of theoretical minus final disc difference for the player: discs lost in excess of the opponents' losses"`
	LossLow    *float64 `json:"mean_loss_low" unit:"disc" meaning:"lower bound of its 95 % interval (Student), unknown for a single game"`
	LossHigh   *float64 `json:"mean_loss_high" unit:"disc" meaning:"upper bound of its 95 % interval"`
	LossError  *float64 `json:"mean_loss_error" unit:"disc" meaning:"standard error of mean_loss"`
	MeanTheory *float64 `json:"mean_theory" unit:"disc" meaning:"mean theoretical disc difference for the player: the result of play up to that position"`
	MeanScore  *float64 `json:"mean_disc_difference" unit:"disc" meaning:"mean final disc difference for the player"`
}

// accuracyResult is the result of the accuracy statistic, sorted by loss, smallest first. Players with one
// game come last, because their error is unknown.
type accuracyResult struct {
	Total    accuracyTotal    `json:"total"`
	MinGames int              `json:"min_games"` // players with fewer games are left out
	Players  []accuracyPlayer `json:"players"`
	Moves    []accuracyMoves  `json:"moves"` // of players with at least MinGames analysed games, the smallest loss first; empty = no cache
}

// An accuracyMoves measures how well a player chooses moves.
type accuracyMoves struct {
	ID      int    `json:"player_id" unit:"id" meaning:"id in the source, -1 = none"`
	Name    string `json:"player" unit:"text" meaning:"the player's label in the latest game"`
	Program bool   `json:"program" unit:"1" meaning:"whether the player is a program: its label has parentheses"`
	Games   int    `json:"games" unit:"game" meaning:"games with analyzed moves"`
	Precision
	EndgameLoss *float64 `json:"endgame_loss" unit:"disc" meaning:"mean_loss of the table accuracy, unknown without a game that counts there"`
}

// Tables returns the table of players and the total.
func (r accuracyResult) Tables() []Table {
	return []Table{
		NewTable("accuracy", "Discs lost after the position with a theoretical score, by player", r.Players),
		NewTable("total", "Final against theoretical scores", []accuracyTotal{r.Total}),
		NewTable("moves", "Discs and points lost by all analyzed moves, by player", r.Moves),
	}
}

// Result returns the total and the players with at least minGames games.
func (a *accuracy) Result(minGames int) accuracyResult {
	r := accuracyResult{Total: a.total(), MinGames: minGames, Players: []accuracyPlayer{},
		Moves: []accuracyMoves{}}
	for id, l := range a.players {
		name := a.labels[id].name
		if l.loss.n >= max(minGames, 1) {
			r.Players = append(r.Players, accuracyRow(id, name, l))
		}
		if l.analyzed >= max(minGames, 1) {
			r.Moves = append(r.Moves, accuracyMoves{id.ID, name, dataset.IsProgram(name), l.analyzed,
				precisionOf(&l.moves), text.Known(l.loss.mean())})
		}
	}
	slices.SortFunc(r.Moves, func(a, b accuracyMoves) int {
		return cmp.Or(cmp.Compare(*a.MoveLoss, *b.MoveLoss), cmp.Compare(a.Name, b.Name), cmp.Compare(a.ID, b.ID))
	})
	slices.SortFunc(r.Players, func(a, b accuracyPlayer) int {
		return cmp.Or(-compareBool(a.LossError != nil, b.LossError != nil), cmp.Compare(*a.MeanLoss, *b.MeanLoss),
			cmp.Compare(a.Name, b.Name), cmp.Compare(a.ID, b.ID))
	})
	return r
}

func accuracyRow(id PlayerID, name string, l *losses) accuracyPlayer {
	low, high := l.loss.intervalWithin(-128, 128)
	return accuracyPlayer{
		ID: id.ID, Name: name, Program: dataset.IsProgram(name), Games: l.loss.n,
		MeanLoss: text.Known(l.loss.mean()), LossLow: text.Known(low), LossHigh: text.Known(high),
		LossError:  text.Known(math.Sqrt(l.loss.variance() / float64(l.loss.n))),
		MeanTheory: text.Known(l.theory.mean()), MeanScore: text.Known(l.score.mean()),
	}
}

func compareBool(a, b bool) int {
	switch {
	case a == b:
		return 0
	case a:
		return 1
	}
	return -1
}

func (a *accuracy) total() accuracyTotal {
	t := accuracyTotal{Games: a.games, Skipped: a.skipped, Exact: a.exact, ExactShare: share(a.exact, a.games),
		MeanAbs: text.Known(a.abs.mean())}
	if t.ExactShare != nil {
		low, high := arena.Wilson(*t.ExactShare, a.games)
		t.ExactLow, t.ExactHigh = &low, &high
	}
	low, high := a.abs.intervalWithin(0, 64)
	t.MeanAbsLow, t.MeanAbsHigh = text.Known(low), text.Known(high)
	return t
}
