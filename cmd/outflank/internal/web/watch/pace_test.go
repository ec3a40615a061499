package watch

import (
	"math"
	"path/filepath"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/outflank/outflank/qlearn/run"
	"github.com/outflank/outflank/qlearn/workspace"
	"github.com/outflank/outflank/qlearn/workspace/workspacetest"
)

// TestPace: the pace of now is that of the last minute, or of the last tenth of the training; what is left shrinks
// while nothing is heard.
func TestPace(t *testing.T) {
	for name, tt := range map[string]struct {
		state string
		games int // between points
		times []float64
		quiet time.Duration
		want  *Pace
	}{
		"even":             {run.Running, 100, []float64{10, 20, 30, 40}, 0, &Pace{10, 10, 960}},
		"quiet":            {run.Running, 100, []float64{10, 20, 30, 40}, 60 * time.Second, &Pace{10, 10, 900}},
		"interrupted":      {run.Interrupted, 100, []float64{10, 20, 30, 40}, time.Hour, &Pace{10, 10, 960}},
		"due":              {run.Running, 100, []float64{10, 20, 30, 40}, time.Hour, &Pace{10, 10, 0}},
		"slower":           {run.Running, 100, []float64{10, 20, 80, 140}, 0, &Pace{100. / 60, 400. / 140, 5760}},
		"the last tenth":   {run.Running, 100, []float64{1000, 1400, 1440, 1500, 1560}, 0, &Pace{300. / 160, 500. / 1560, 5066.666666666667}},
		"times are behind": {run.Running, 100, []float64{10, 20}, 0, &Pace{10, 10, 960}},
		"no times":         {run.Running, 100, nil, 0, nil},
		"one instant":      {run.Running, 100, []float64{0}, 0, nil},
	} {
		r := &workspace.Run{Listed: run.Listed{State: tt.state, Games: 400, Total: 10_000, Checkpoint: &run.State{}}, Times: tt.times}
		if n := len(tt.times); n > 4 {
			r.Games = 100 * n
		}
		for i := range max(4, len(tt.times)) {
			r.Checkpoint.Metrics = append(r.Checkpoint.Metrics, run.Point{Games: tt.games * (i + 1)})
		}
		if diff := cmp.Diff(tt.want, paceOf(r, tt.quiet), cmp.Comparer(func(a, b float64) bool {
			return math.Abs(a-b) < 1e-9*max(1, math.Abs(a))
		})); diff != "" {
			t.Errorf("%s (-want +got)\n%s", name, diff)
		}
	}
}

// pooled is the configuration of a run that keeps past models.
const pooled = `[model]
features = "squares+mobility"
[games]
mix = "self=0.5,pool=0.5"
[learn]
games = 60
batch = 10
pool = {every = 20, size = 2}
[evaluate]
every = 20
games = 2
final = 2
[output]
checkpoint = "0s"
points = 3
pictures = false
`

// TestModels: a run lists the models that it keeps, and the server has the weights of each. Points have times.
func TestModels(t *testing.T) {
	dir := t.TempDir()
	for range workspacetest.Train(t, filepath.Join(dir, "deep", "small"), pooled) {
	}
	h := handler(watching(t, dir))
	r := get[Run](t, h, "/api/v1/runs/deep/small")
	if n := len(r.Models); n != 3 || r.Models[n-1] != (Model{"best", 60, "run:deep/small@best"}) ||
		r.Models[1].Of != "60" { // without opponents that select the best, the last is the best
		t.Fatalf("%+v", r.Models)
	}
	seen := map[float64]bool{}
	for _, m := range r.Models {
		w := get[workspace.Weights](t, h, "/api/v1/weights/runs/deep/small?of="+m.Of)
		if w.Count != 11 {
			t.Errorf("%+v: %d weights", m, w.Count)
		}
		seen[w.Terms[0].Largest] = true
	}
	if len(seen) < 2 {
		t.Error("all models are the same")
	}
	last := 0.0
	for _, p := range r.Points {
		if p.Time == nil || *p.Time <= last {
			t.Fatalf("%+v", r.Points)
		}
		last = *p.Time
	}
	if want := 60 / last; r.Pace == nil || math.Abs(r.Pace.Average-want) > 1e-3 || r.Pace.Left != 0 {
		t.Errorf("%+v, want %v on average", r.Pace, want)
	}
}
