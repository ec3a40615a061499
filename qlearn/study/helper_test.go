package study

import (
	"context"
	"encoding/json"
	"fmt"
	"hash/crc32"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/engine/arena"
	"github.com/outflank/outflank/engine/runtime/parallel"
)

// TestMain omits the PNG files, because drawing their pixels takes longer than all other work in these tests.
// Package chart draws them from the same data as the SVG files. TestLostFilesComeBack writes both kinds. With
// OUTFLANK_LONG=1, all tests do.
func TestMain(m *testing.M) {
	if os.Getenv("OUTFLANK_LONG") == "" {
		pictureTypes = allPictures[:1]
	}
	os.Exit(m.Run())
}

var allPictures = pictureTypes

// A fakeHost has random players for all specs, and weights that nobody tuned.
type fakeHost struct {
	mu    sync.Mutex
	moves int // that players were asked for
}

func (h *fakeHost) Player(spec string) (arena.Player, error) {
	return arena.Player{Name: spec, New: func(rng *rand.Rand) engine.Agent {
		// others play otherwise
		own := rand.New(rand.NewPCG(rng.Uint64(), uint64(crc32.ChecksumIEEE([]byte(spec)))))
		return &countedAgent{engine.Random{Rand: own}, h, nodesTo(spec)}
	}}, nil
}

type countedAgent struct {
	engine.Random
	host  *fakeHost
	nodes uint64
}

// Nodes doubles with each ply of the depth.
func (c *countedAgent) Nodes() uint64 { return c.nodes }

func nodesTo(spec string) uint64 {
	depth := 0
	if _, text, ok := strings.Cut(spec, "depth="); ok {
		_, _ = fmt.Sscanf(text, "%d", &depth)
	}
	return 1 << depth
}

func (c *countedAgent) Choose(ctx context.Context, b engine.Board) (engine.Square, error) {
	c.host.mu.Lock()
	c.host.moves++
	c.host.mu.Unlock()
	return c.Random.Choose(ctx, b)
}

// Bytes are what a search remembers.
func (c *countedAgent) Bytes() int { return 1000 }

func (h *fakeHost) Starts(string, engine.Holes, int, uint64) ([]engine.Game, error) { return nil, nil }

func (h *fakeHost) WithFiles(spec string, _ func(string) (string, error)) (string, error) {
	return spec, nil
}

func (h *fakeHost) Traits(string) (program, repeats bool, err error) { return false, true, nil }

// trainKind has jobs whose answers are these as JSON.
var trainKind = parallel.Kind[int, TrainJob, []byte]{
	Name: "train",
	Open: func(int, parallel.File) (parallel.Func[TrainJob, []byte], error) { return train, nil },
}

func train(_ context.Context, job TrainJob) ([]byte, error) { return json.Marshal(job) }

func (h *fakeHost) Trainers(ctx context.Context, farm parallel.Farm,
	workers int) (*parallel.Team[TrainJob, []byte], error) {
	return trainKind.Team(ctx, farm, 0, workers, train, nil)
}

func (h *fakeHost) Tune(_ context.Context, job TuneJob) (t Tuned, err error) {
	n := map[string]int{"squares": 10, "grid": 64}[job.Features]
	if terms := strings.Split(job.Features, "+"); len(terms) == len(termNames) {
		n = len(terms) * (1 + 2*strings.Count(terms[0], "@3"))
	}
	rng := rand.New(rand.NewPCG(job.Seed, 0))
	weights := make([]float64, n)
	for i := range weights {
		weights[i] = rng.NormFloat64()
	}
	if n%len(termNames) == 0 && n < 64 {
		for i := range n {
			t.Names = append(t.Names, fmt.Sprint("weight ", i))
		}
	}
	for _, g := range job.Keep {
		t.Kept = append(t.Kept, Kept{Generation: g, Weights: weights,
			Spec: fmt.Sprintf("ab:model=tuned %s %d", job.Name, g)})
	}
	for step := range 4 {
		moved := slices.Clone(weights)
		for i := range moved {
			moved[i] += rng.NormFloat64()
		}
		t.Trace = append(t.Trace, TraceAt{Step: step + 1, Weights: moved,
			Diversity: rng.Float64() / float64(step+1)})
	}
	return t, job.Tell(job.Generations)
}

func (h *fakeHost) Games(context.Context) (g Games, err error) {
	g.Source, g.Count = "made up", 100
	for s := range g.Winner {
		g.Winner[s], g.Loser[s] = 50+s%7, 50-s%5
	}
	return g, nil
}

func (h *fakeHost) EachGame(ctx context.Context, do func(engine.Game) error) error {
	rng := rand.New(rand.NewPCG(1, 1))
	for range 400 {
		g, err := engine.PlayOut(ctx, engine.Game{Start: engine.StandardStart()},
			[2]engine.Agent{engine.Random{Rand: rng}, engine.Random{Rand: rng}})
		if err == nil {
			err = do(g)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// slowingClock returns a clock that advances by a millisecond when it is read, and by a
// microsecond more each time, so that what is timed later takes longer.
func slowingClock() func() time.Time {
	var mu sync.Mutex
	now, step := time.Unix(0, 0), time.Millisecond
	return func() time.Time {
		mu.Lock()
		defer mu.Unlock()
		now, step = now.Add(step), step+time.Microsecond
		return now
	}
}

// runAll runs an experiment to its end and returns what its folder says.
func runAll(t *testing.T, r Runner, e *Experiment) Result {
	t.Helper()
	for _, err := range r.Run(t.Context(), e) {
		if err != nil {
			t.Fatal(err)
		}
	}
	result, err := ReadResult(r.Dir, e.Name)
	if err != nil {
		t.Fatal(err)
	}
	return result
}
