package stats

import (
	"github.com/outflank/outflank/dataset/chart"
	"github.com/outflank/outflank/engine/runtime/text"
)

// A Picture draws a statistic.
type Picture struct {
	About string // description that completes "draw …"
	drawer
}

// PictureOf returns the picture of a statistic, given its name. For the statistic "weights", use
// [WeightsPicture] instead. If the name is unknown, the picture has no About and cannot be drawn.
func PictureOf(name string) Picture { return pictures[name] }

// Chart draws a result of the statistic, given its tables.
func (p Picture) Chart(tables []Table) chart.Chart { return p.drawer.Chart(tables) }

var pictures = map[string]Picture{
	"bands": {"the square weights of each rating band", boardsOf{
		title: "Square weights W by mean rating of the two players",
		subtitle: "winners' moves minus losers', averaged over the symmetries, the largest 1; games " +
			"count with draws; " + chart.Intervals, table: "bands", group: "band", value: "weight",
	}},
	"colors": {"both colours' share of the points", dotsOf{
		title: "Share of the points by colour", table: "colors", label: "color", value: "score", marks: chart.Half,
	}},
	"years": {"games and black's share of the points by year", gridOf{charts: []drawer{
		pictureColumns{title: "Games by year", table: "years", x: "year", height: "games", step: 1},
		linesOf{
			title: "Black's share of the points", subtitle: chart.Intervals, table: "years", x: "year",
			marks: chart.Half,
			lines: []lineOf{{"", "black_score"}},
		},
	}}},
	"tournaments": {"black's share of the points in the largest tournaments", dotsOf{
		title: "Black's share of the points in the tournaments with most games",
		table: "tournaments", label: "tournament", value: "black_score", marks: chart.Half,
	}},
	"openings": {"black's share of the points in the openings played most", dotsOf{
		title: "Black's share of the points in the openings played most",
		table: "openings", label: "name", value: "black_score", marks: chart.Half,
	}},
	"tree":      {"the lines played most, with their results", treeOf{}},
	"positions": {"games and different positions by ply", positionLines},
	"curves": {"winners against losers by ply", gridOf{title: "Winners against losers",
		subtitle: "means by number of moves, " + chart.Intervals, charts: []drawer{
			curveOf("mobility", "Mobility", "legal moves"),
			curveOf("frontier", "Frontier", "discs beside an empty square"),
			curveOf("corners", "Corners", "corners held"),
			curveOf("stable", "Stable discs", "corners and edge discs chained to them"),
			curveOf("discs", "Discs", "discs on the board"),
			curveOf("parity", "Parity", "share of sides that make the last move in games without a pass"),
		}}},
	"endings": {"the final and the theoretical scores", gridOf{charts: []drawer{
		pictureColumns{title: "Final scores", table: "scores", x: "score", unit: discsOfBlack,
			height: "games", step: 2},
		pictureColumns{title: "Theoretical scores", table: "scores", x: "score", unit: discsOfBlack,
			height: "theory_games", step: 2},
	}}},
	"players": {"the highest ratings", dotsOf{
		title: "Highest ratings", axis: "Elo; 1500 = a player that draws with all",
		table: "players", label: "player",
		value: "elo",
	}},
	"ratings": {"the ratings of the first players by year", linesOf{
		title:    "Ratings by year",
		subtitle: "against opponents with their ratings from all games, " + chart.Intervals,
		table:    "ratings", x: "year", y: "Elo; 1500 = a player that draws with all",
		lines: []lineOf{{"", "elo"}}, by: "player",
	}},
	"accuracy": {"the players that lose the fewest discs in the endgame", dotsOf{
		title: "Fewest discs lost in the endgame, relative to perfect play",
		axis:  "net discs lost in a game; negative = the opponents lost more",
		table: "accuracy", label: "player", value: "mean_loss", marks: []float64{0},
	}},
	"marks": {"the shares of moves with each mark by rating", linesOf{
		title: "Moves with a mark by rating of the player", subtitle: chart.Intervals, table: "marks",
		x: "mean_elo", unit: "Elo; 1500 = a player that draws with all",
		y:     "share of the moves",
		lines: []lineOf{{"?!", "inaccuracy_share"}, {"?", "mistake_share"}, {"??", "blunder_share"}},
	}},
	"player": {"rating and score by year", gridOf{charts: []drawer{
		linesOf{
			title:    "Rating by year",
			subtitle: "against opponents with their ratings from all games, " + chart.Intervals,
			table:    "form", x: "year", y: "Elo; 1500 = a player that draws with all", lines: []lineOf{{"", "elo"}},
		},
		linesOf{
			title: "Share of the points by year", subtitle: chart.Intervals, table: "form", x: "year",
			marks: chart.Half, lines: []lineOf{{"score", "score"}, {"expected by ratings", "expected"}},
		},
	}}},
	"event": {"the players' share of the points", dotsOf{
		title: "Share of the points", table: "cross", label: "player", value: "score", marks: chart.Half,
	}},
	"pairs":  {"the results of the pairs that met most", standingsOf{title: "Pairs of players that met most"}},
	"versus": {"the results as a bar", standingsOf{title: "Head to head"}},
	"calibration": {"outcomes against the probabilities that the values predict", linesOf{
		title: "Predicted probabilities and outcomes", subtitle: "on the dashed line the predictions are right",
		table: "reliability", x: "mean_chance", unit: "predicted probability that the side to move wins",
		y:    "share of the points",
		high: 1, diagonal: true, lines: []lineOf{{"", "score"}},
	}},
}

var positionLines = linesOf{
	title: "Different positions by number of moves", subtitle: "up to symmetry, as the side to move sees them",
	table: "positions", x: "ply", lines: []lineOf{{"games", "games"}, {"positions", "distinct"}},
}

// curveOf draws one feature of winners and losers by ply.
func curveOf(feature, title, subtitle string) linesOf {
	return linesOf{
		title: title, subtitle: subtitle, table: "curves", only: map[string]string{"feature": feature}, x: "ply",
		lines: []lineOf{{"winners", "winner"}, {"losers", "loser"}},
	}
}

const discsOfBlack = "disc difference for black, empties to the winner"

// WeightsPicture returns the picture of a phase's square weights W. The ± is the distance to the farther
// bound of the interval. The phase "" or "all" means whole games.
func WeightsPicture(w SquareWeights, phase string) chart.Board {
	compared := "winners' moves minus losers'"
	if w.Relative {
		compared = "share of the winners' moves minus share of the losers'"
	}
	board := chart.Board{
		Title:    "Square weights W",
		Subtitle: text.English.Sprintf("%s, %d decided games", compared, w.Games-w.DrawsExcluded),
		Values:   w.Weights(),
	}
	low, high := w.Intervals()
	for s, v := range board.Values {
		if low[s] < high[s] { // not NaN
			board.Margins[s] = max(high[s]-v, v-low[s])
		}
	}
	if board.Margins != [64]float64{} {
		board.Subtitle += ", " + chart.Intervals
	}
	if phase != "" && phase != "all" {
		board.Title += " of the " + phase
	}
	return board
}
