package stats

import "github.com/outflank/outflank/engine/runtime/text"

// An EndingResult is the result of the endings statistic.
type EndingResult struct {
	Total   endingTotal  `json:"total"`
	Plies   []pliesRow   `json:"plies"`
	Empties []emptiesRow `json:"empties"`
	Passes  []passRow    `json:"passes"`
	Scores  []scoreRow   `json:"scores"`
}

// An endingTotal summarises how games end.
type endingTotal struct {
	Games             int      `json:"games" unit:"game" meaning:"games from the ordinary start"`
	Skipped           int      `json:"skipped" unit:"game" meaning:"games from other starts, left out"`
	Complete          int      `json:"complete" unit:"game" meaning:"games that end because neither side can move"`
	Unfinished        int      `json:"unfinished" unit:"game" meaning:"games whose moves stop before the end"`
	NoResult          int      `json:"no_result" unit:"game" meaning:"unfinished games whose result is unknown"`
	Illegal           int      `json:"illegal" unit:"game" meaning:"games with an illegal move"`
	Plies             int      `json:"plies" unit:"ply" meaning:"moves of all games; passes do not count"`
	MeanPlies         *float64 `json:"mean_plies" unit:"ply" meaning:"mean number of moves in a game"`
	MeanPliesLow      *float64 `json:"mean_plies_low" unit:"ply" meaning:"lower bound of its 95 % interval (Student)"`
	MeanPliesHigh     *float64 `json:"mean_plies_high" unit:"ply" meaning:"upper bound of its 95 % interval"`
	Passes            int      `json:"passes" unit:"ply" meaning:"forced passes of all games"`
	GamesWithPass     int      `json:"games_with_pass" unit:"game" meaning:"games with a pass"`
	GamesWithPassPart *float64 `json:"games_with_pass_share" unit:"1" meaning:"their share of all games, 0 to 1"`
	WithEmpties       int      `json:"complete_with_empties" unit:"game" meaning:"complete games with empty squares at the end"`
	Wipeouts          int      `json:"wipeouts" unit:"game" meaning:"games whose last position has discs of one side only, or a score of 64"`
	WipeoutsPart      *float64 `json:"wipeouts_share" unit:"1" meaning:"their share of all games, 0 to 1"`
	RecordedWipeouts  int      `json:"wipeouts_recorded" unit:"game" meaning:"games with a recorded score of 64:0"`
	TheoryGames       int      `json:"theory_games" unit:"game" meaning:"games whose theoretical score is known"`
	TheoryEqual       int      `json:"theory_equals_score" unit:"game" meaning:"games whose recorded score equals the theoretical score"`
}

// A pliesRow counts the games with a number of moves.
type pliesRow struct {
	Plies      int `json:"plies" unit:"ply" meaning:"number of moves in the game, 0 to 64"`
	Games      int `json:"games" unit:"game" meaning:"games with this number of moves"`
	Unfinished int `json:"unfinished" unit:"game" meaning:"games among these in which a side could still move"`
}

// An emptiesRow counts the complete games that end with a number of empty squares.
type emptiesRow struct {
	Empties int `json:"empties" unit:"square" meaning:"empty squares at the end"`
	Games   int `json:"games" unit:"game" meaning:"complete games with this number of empty squares at the end"`
}

// A passRow counts the passes before a move number.
type passRow struct {
	Ply    int `json:"ply" unit:"ply" meaning:"number of the move that follows the pass, from 1"`
	Passes int `json:"passes" unit:"ply" meaning:"passes before this move"`
}

// A scoreRow counts the games with a score.
type scoreRow struct {
	Score       int `json:"score" unit:"disc" meaning:"final disc difference for black, -64 to 64"`
	Games       int `json:"games" unit:"game" meaning:"games with this recorded score"`
	TheoryGames int `json:"theory_games" unit:"game" meaning:"games with this theoretical score"`
}

// Tables returns the totals and the four distributions.
func (r EndingResult) Tables() []Table {
	return []Table{
		NewTable("endings", "How games end", []endingTotal{r.Total}),
		NewTable("plies", "Games by number of moves", r.Plies),
		NewTable("empties", "Complete games by empty squares at the end", r.Empties),
		NewTable("passes", "Passes by the move they precede", r.Passes),
		NewTable("scores", "Games by recorded and theoretical score", r.Scores),
	}
}

// Result returns the counts. The distributions omit values that never occur.
func (e *endings) Result() EndingResult {
	r := EndingResult{Total: e.total()}
	for i := range e.byPlies {
		if e.byPlies[i] > 0 {
			r.Plies = append(r.Plies, pliesRow{i, e.byPlies[i], e.byPliesUnfinished[i]})
		}
		if e.byEmpties[i] > 0 {
			r.Empties = append(r.Empties, emptiesRow{i, e.byEmpties[i]})
		}
		if e.passBefore[i] > 0 {
			r.Passes = append(r.Passes, passRow{i + 1, e.passBefore[i]})
		}
	}
	for i, n := range e.byScore {
		if n+e.byTheory[i] > 0 {
			r.Scores = append(r.Scores, scoreRow{i - maxPlies, n, e.byTheory[i]})
		}
	}
	return r
}

func (e *endings) total() endingTotal {
	low, high := e.plies.interval()
	return endingTotal{
		Games: e.games, Skipped: e.skipped, Complete: e.complete, Unfinished: e.unfinished, NoResult: e.noResult,
		Illegal: e.illegal,
		Plies:   e.plies.sum, MeanPlies: text.Known(e.plies.mean()), MeanPliesLow: text.Known(low),
		MeanPliesHigh: text.Known(high),
		Passes:        e.passes, GamesWithPass: e.withPass, GamesWithPassPart: share(e.withPass, e.games),
		WithEmpties: e.complete - e.byEmpties[0],
		Wipeouts:    e.wipeouts, WipeoutsPart: share(e.wipeouts, e.games), RecordedWipeouts: e.recordedWipeouts,
		TheoryGames: e.theory, TheoryEqual: e.equal,
	}
}
