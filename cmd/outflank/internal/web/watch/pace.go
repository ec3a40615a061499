package watch

import (
	"math"
	"time"

	"github.com/outflank/outflank/qlearn/run"
	"github.com/outflank/outflank/qlearn/workspace"
)

// A Point is a point of the learning curve.
type Point struct {
	run.Point
	Time *float64 `json:"time" doc:"seconds of training until the point, without pauses; null = not known yet"`
}

// A Pace tells how fast a run learns.
type Pace struct {
	Now     float64 `json:"now" doc:"games per second lately: in the last tenth of the training, and at least the last minute"`
	Average float64 `json:"average" doc:"games per second from the start, without pauses"`
	Left    float64 `json:"left" doc:"estimated seconds of training to the last game, at the pace of now; 0 = it is due"`
}

// points returns the points of a learning curve from since on, with their times. There may be fewer times
// than points.
func points(curve []run.Point, times []float64, since int) []Point {
	list := make([]Point, 0, len(curve)-since)
	for i, p := range curve[since:] {
		q := Point{Point: p}
		if since+i < len(times) {
			ms := math.Round(1000*times[since+i]) / 1000
			q.Time = &ms
		}
		list = append(list, q)
	}
	return list
}

// paceOf returns the pace of a run whose files have not changed for some time, or nil if it is unknown.
func paceOf(r *workspace.Run, quiet time.Duration) *Pace {
	last := len(r.Times) - 1
	if last < 0 || r.Times[last] <= 0 {
		return nil
	}
	curve, end := r.Checkpoint.Metrics, r.Times[last]
	p := &Pace{Average: float64(curve[last].Games) / end}
	p.Now = p.Average
	for i := last - 1; i >= 0; i-- {
		if span := end - r.Times[i]; span >= max(60, end/10) {
			p.Now = float64(curve[last].Games-curve[i].Games) / span
			break
		}
	}
	if r.State != run.Running {
		quiet = 0
	}
	p.Left = max(0, float64(r.Total-r.Games)/p.Now-quiet.Seconds())
	return p
}
