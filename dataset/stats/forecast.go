package stats

import (
	"math"

	"gonum.org/v1/gonum/mat"

	"github.com/outflank/outflank/dataset"
	"github.com/outflank/outflank/engine"
)

// A Forecast turns an evaluator's value of a position into the expected result between its two players.
// People lose discs after any position, and stronger players lose fewer. For each ply, the forecast is a
// plane fitted to games by least squares:
//
//	discs = base + slope · value + edge · (rating of the side to move − rating of the other)
//
// Create one with [NewForecast] and count games with Add. Ratings are in Elo points ([Players.Elo]), ideally
// computed from the same games. If a player has no rating, both players count as equal. Values are rounded to
// 1/1024 disc and ratings to whole points, so sums are exact.
type Forecast struct {
	eval    func(engine.Board) float64
	ratings map[PlayerID]float64
	plies   [maxSquares]moments
	games   int
	planes  *[maxSquares]plane // fitted to the games so far; nil = not fitted since the last game
}

// moments are sums of products of 1, the value v, the rating difference r and the outcome o.
type moments struct{ n, v, r, o, vv, vr, rr, vo, ro int64 }

type plane struct{ base, slope, edge float64 }

// NewForecast returns a forecast without games, which leaves values unchanged. With several workers
// ([Collect]), each forecast needs its own evaluator unless the evaluator is safe for concurrent use. The
// forecast only reads the ratings.
func NewForecast(eval func(engine.Board) float64, ratings map[PlayerID]float64) *Forecast {
	return &Forecast{eval: eval, ratings: ratings}
}

// Add counts the position before each move of a game.
func (f *Forecast) Add(g *dataset.Game) {
	if !calibrates(g) {
		return
	}
	f.games++
	f.planes = nil
	for ply, err := range g.Plies() {
		if err != nil {
			return
		}
		value := f.eval(ply.Position.Board)
		if math.IsNaN(value) {
			continue
		}
		f.plies[ply.Index].add(inGrains(value), int64(f.ahead(g, ply.Position.Color)),
			int64(outcomeFor(g, ply.Position.Color))*grain)
	}
}

// ahead returns a side's rating minus the other side's, in points, or 0 if a rating is unknown.
func (f *Forecast) ahead(g *dataset.Game, side engine.Color) int {
	black, ok1 := f.ratings[BlackOf(g)]
	white, ok2 := f.ratings[WhiteOf(g)]
	if !ok1 || !ok2 {
		return 0
	}
	if side == engine.White {
		black, white = white, black
	}
	return int(math.Round(black - white))
}

func (m *moments) add(v, r, o int64) {
	m.n, m.v, m.r, m.o = m.n+1, m.v+v, m.r+r, m.o+o
	m.vv, m.vr, m.rr = m.vv+v*v, m.vr+v*r, m.rr+r*r
	m.vo, m.ro = m.vo+v*o, m.ro+r*o
}

// Merge adds the counts of g, which counted other games.
func (f *Forecast) Merge(g *Forecast) {
	f.games += g.games
	f.planes = nil
	for i := range f.plies {
		a, b := &f.plies[i], &g.plies[i]
		a.n, a.v, a.r, a.o = a.n+b.n, a.v+b.v, a.r+b.r, a.o+b.o
		a.vv, a.vr, a.rr = a.vv+b.vv, a.vr+b.vr, a.rr+b.rr
		a.vo, a.ro = a.vo+b.vo, a.ro+b.ro
	}
}

// Games returns the number of games that f has counted.
func (f *Forecast) Games() int { return f.games }

// Fit fits the planes to the games counted so far.
func (f *Forecast) Fit() {
	f.planes = new([maxSquares]plane)
	for i := range f.plies {
		f.planes[i] = f.plies[i].plane()
	}
}

// Expect returns the expected final disc difference for the side to move at a ply of a game, given the
// evaluator's value in discs. Before Fit, it returns the value itself.
func (f *Forecast) Expect(g *dataset.Game, ply int, side engine.Color, value float64) float64 {
	if f.planes == nil {
		return value
	}
	p := f.planes[ply]
	return p.base + float64(p.slope*value) + float64(p.edge*float64(f.ahead(g, side)))
}

// plane solves the normal equations. It leaves out a term that does not vary: the value if all values are
// equal, as in the first plies, or the rating if no player has one. Without games, the plane leaves the value
// unchanged.
func (m *moments) plane() plane {
	n, v, o := float64(m.n), float64(m.v)/grain, float64(m.o)/grain
	vv, vo := float64(m.vv)/grain/grain, float64(m.vo)/grain/grain
	r, rr, vr, ro := float64(m.r), float64(m.rr), float64(m.vr)/grain, float64(m.ro)/grain
	if x, ok := solve([]float64{n, v, r, v, vv, vr, r, vr, rr}, []float64{o, vo, ro}); ok {
		return plane{x[0], x[1], x[2]}
	}
	if x, ok := solve([]float64{n, r, r, rr}, []float64{o, ro}); ok {
		return plane{x[0], 0, x[1]}
	}
	if x, ok := solve([]float64{n, v, v, vv}, []float64{o, vo}); ok {
		return plane{x[0], x[1], 0}
	}
	return plane{0, 1, 0}
}

// solve solves symmetric equations. It returns false if there is no solution or if rounding errors swamp it.
func solve(a, b []float64) (x []float64, ok bool) {
	var c mat.Cholesky
	if !c.Factorize(mat.NewSymDense(len(b), a)) || c.Cond() > 1e12 {
		return nil, false
	}
	to := mat.NewVecDense(len(b), nil)
	if err := c.SolveVecTo(to, mat.NewVecDense(len(b), b)); err != nil {
		return nil, false
	}
	return to.RawVector().Data, true
}
