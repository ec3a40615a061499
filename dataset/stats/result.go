package stats

import (
	"math"

	"github.com/outflank/outflank/engine/arena"
	"github.com/outflank/outflank/engine/runtime/text"
)

// A CalibrationPly measures the accuracy of the values at one ply or over all plies.
type CalibrationPly struct {
	Ply       int      `json:"ply" unit:"ply" meaning:"moves played before the position, -1 = all positions"`
	Positions int      `json:"positions" unit:"position" meaning:"evaluated positions"`
	MAE       *float64 `json:"mae" unit:"disc" meaning:"mean absolute difference between value and outcome"`
	RMSE      *float64 `json:"rmse" unit:"disc" meaning:"root mean square difference between value and outcome"`
	Bias      *float64 `json:"bias" unit:"disc" meaning:"mean of value minus outcome"`
	R2        *float64 `json:"r2" unit:"1" meaning:"coefficient of determination, 1 = exact, below 0 = worse than the mean outcome"`
	Winner    *float64 `json:"winner" unit:"1" meaning:"share of positions in which the value has the winner's sign; drawn games are left out"`
	MeanValue *float64 `json:"mean_value" unit:"disc" meaning:"mean value for the side to move"`
	Mean      *float64 `json:"mean_outcome" unit:"disc" meaning:"mean final disc difference for the side to move"`
}

// A Reliability compares predicted probabilities with outcomes.
type Reliability struct {
	From      float64  `json:"chance_from" unit:"1" meaning:"lower bound of the row's range of probabilities"`
	To        float64  `json:"chance_to" unit:"1" meaning:"upper bound of this range"`
	Positions int      `json:"positions" unit:"position" meaning:"positions with a probability in this range"`
	Predicted *float64 `json:"mean_chance" unit:"1" meaning:"mean probability, from the values, that the side to move wins"`
	Score     *float64 `json:"score" unit:"1" meaning:"the share of the points that this side scored; a draw is half a point"`
	Low       *float64 `json:"score_low" unit:"1" meaning:"lower bound of its 95 % interval (Wilson), which treats positions as independent"`
	High      *float64 `json:"score_high" unit:"1" meaning:"upper bound of its 95 % interval"`
}

// A CalibrationTotal measures the accuracy of all values.
type CalibrationTotal struct {
	Games     int      `json:"games" unit:"game" meaning:"complete games from the ordinary start"`
	Skipped   int      `json:"skipped" unit:"game" meaning:"other games, left out"`
	Fitted    int      `json:"fitted_games" unit:"game" meaning:"games to which the conversion of values into people's results was fitted, 0 = not converted"`
	Positions int      `json:"positions" unit:"position" meaning:"evaluated positions"`
	NaN       int      `json:"not_a_number" unit:"position" meaning:"positions left out because the evaluator returned NaN"`
	MAE       *float64 `json:"mae" unit:"disc" meaning:"mean absolute difference between value and outcome"`
	R2        *float64 `json:"r2" unit:"1" meaning:"coefficient of determination, 1 = exact, below 0 = worse than the mean outcome"`
	Winner    *float64 `json:"winner" unit:"1" meaning:"share of positions in which the value has the winner's sign; drawn games are left out"`
	Scale     *float64 `json:"scale" unit:"disc" meaning:"discs that stand for odds of e: the maximum-likelihood s in probability = 1/(1+e^(-value/s)), 1/64 to 1024"`
	Brier     *float64 `json:"brier" unit:"1" meaning:"Brier score of these probabilities: mean squared difference from the points, 0 = perfect, 0.25 = always predicting 1/2"`
}

// A CalibrationResult is the result of a [Calibration].
type CalibrationResult struct {
	Total       CalibrationTotal `json:"total"`
	Reliability []Reliability    `json:"reliability"` // by predicted probability, in twentieths
	Plies       []CalibrationPly `json:"plies"`       // all plies together, then by ply
}

// Tables returns the total, the reliability curve and the errors by ply.
func (r CalibrationResult) Tables() []Table {
	return []Table{
		NewTable("calibration", "Values against outcomes", []CalibrationTotal{r.Total}),
		NewTable("reliability", "Predicted probabilities against outcomes", r.Reliability),
		NewTable("plies", "Values against outcomes by ply", r.Plies),
	}
}

// Result returns the accuracy of the values counted so far.
func (c *Calibration) Result() CalibrationResult {
	var all fit
	rows := make([]CalibrationPly, 1, maxSquares)
	for ply, f := range c.plies {
		if f.n > 0 {
			rows = append(rows, f.row(ply))
			all.merge(f)
		}
	}
	rows[0] = all.row(-1)
	total := CalibrationTotal{Games: c.games, Skipped: c.skipped, Positions: all.n, NaN: c.notNumbers,
		MAE: rows[0].MAE, R2: rows[0].R2, Winner: rows[0].Winner}
	if all.n == 0 {
		return CalibrationResult{total, []Reliability{}, rows}
	}
	if c.forecast != nil {
		total.Fitted = c.forecast.Games()
	}
	scale := c.scale()
	total.Scale, total.Brier = &scale, text.Known(c.brier(scale))
	return CalibrationResult{total, c.reliability(scale), rows}
}

func (f fit) row(ply int) CalibrationPly {
	return CalibrationPly{
		Ply: ply, Positions: f.n,
		MAE:       text.Known(f.discs(f.abs)),
		RMSE:      text.Known(math.Sqrt(float64(f.squares)/float64(f.n)) / grain),
		Bias:      text.Known(f.discs(f.sumV - f.sumO)),
		R2:        text.Known(f.r2()),
		Winner:    text.Known(float64(f.right) / float64(f.decided)),
		MeanValue: text.Known(f.discs(f.sumV)),
		Mean:      text.Known(f.discs(f.sumO)),
	}
}

// reliabilityRows is the number of rows of the reliability curve.
const reliabilityRows = 20

// reliability groups the cells by their probabilities.
func (c *Calibration) reliability(scale float64) []Reliability {
	var n, points [reliabilityRows]int
	var predicted [reliabilityRows]float64
	for i, cell := range c.cells {
		p := probability(c.value(i), scale)
		row := min(int(p*reliabilityRows), reliabilityRows-1)
		n[row] += cell.n
		points[row] += cell.points
		predicted[row] += float64(p * float64(cell.n))
	}
	list := []Reliability{}
	for i := range n {
		if n[i] == 0 {
			continue
		}
		score := float64(points[i]) / 2 / float64(n[i])
		low, high := arena.Wilson(score, n[i])
		list = append(list, Reliability{
			From: float64(i) / reliabilityRows, To: float64(i+1) / reliabilityRows, Positions: n[i],
			Predicted: text.Known(predicted[i] / float64(n[i])), Score: &score, Low: &low, High: &high,
		})
	}
	return list
}
