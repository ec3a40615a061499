package tuning

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/outflank/outflank/engine/runtime/parallel"
)

// farm does jobs in this process, and counts them.
func farm(programs bool, jobs *int) parallel.Farm {
	here := parallel.Here(parallel.Openers(programs, Jobs()...))
	return func(ctx context.Context, s parallel.Set) (parallel.Jobs, error) {
		j, err := here(ctx, s)
		return counted{j, jobs}, err
	}
}

type counted struct {
	parallel.Jobs
	n *int
}

func (c counted) Ahead() int { return 1 }

func (c counted) Do(ctx context.Context, in []byte) ([]byte, error) {
	*c.n++
	return c.Jobs.Do(ctx, in)
}

// write writes a file for a test and returns its path.
func write(t *testing.T, name, text string) string {
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	return path
}

// Law: a tuning whose games or positions are rated by a farm leaves the bytes of one that rates them
// here, with openings and an opponent that come from files, on any board, and for networks.
func TestFarm(t *testing.T) {
	var model bytes.Buffer
	subject, err := FeatureSubject("discs+parity")
	if err != nil {
		t.Fatal(err)
	}
	if err := subject.Write(&model, []float64{1, -0.5}, nil); err != nil {
		t.Fatal(err)
	}
	openings := write(t, "two openings.txt", "f5d6c3\nf5f6e6f4\n")
	opponent := "ab:depth=1,model=\"" + write(t, "a, b.model", model.String()) + `"`
	for name, change := range map[string]func(*Config){
		"games":    func(*Config) {},
		"openings": func(c *Config) { c.Games.Openings, c.Games.Random = openings, 2 },
		"opponent": func(c *Config) { c.Games.Opponent = opponent },
		"holes": func(c *Config) {
			c.Games.Shape = "6x6"
			if err := c.Games.Holes.UnmarshalText([]byte("20%")); err != nil {
				t.Fatal(err)
			}
		},
		"network": func(c *Config) {
			if c.Subject, err = NetSubject("net"); err != nil {
				t.Fatal(err)
			}
		},
		"outcome": func(c *Config) {
			c.Games, c.Objective = nil, "outcome"
			c.Outcome = &Outcome{Paths: []string{"games"}, Positions: rowsPart*stretchParts + 5000,
				Loss: "mse", Seed: 1}
		},
	} {
		t.Run(name, func(t *testing.T) {
			jobs := 0
			tuned := func(farm parallel.Farm) string {
				cfg := shortConfig(t)
				change(cfg)
				run, err := Begin(filepath.Join(t.TempDir(), "run"), cfg, randomGames(t, 2500))
				if err != nil {
					t.Fatal(err)
				}
				run.Farm = farm
				take(t, run, 2, func(step int) bool { return step == 3 }) // nothing is painted
				return run.Dir()
			}
			sameFiles(t, tuned(farm(false, &jobs)), tuned(nil), "config.json", "checkpoint", "history.ndjson",
				"history.csv")
			if jobs < 6 {
				t.Errorf("the farm did %d jobs", jobs)
			}
		})
	}
}

// TestFarmRefuses: opponents that start programs need leave, and jobs of another tuning are errors.
func TestFarmRefuses(t *testing.T) {
	cfg := shortConfig(t)
	cfg.Games.Opponent = "gtp:cmd=/bin/cat"
	if err := cfg.Games.open(); err != nil {
		t.Fatal(err)
	}
	jobs := 0
	rate := func(farm parallel.Farm, g *Games) error {
		_, _, err := g.Objective(t.Context(), &cfg.Subject, 1, farm)
		return err
	}
	if err := rate(farm(false, &jobs), cfg.Games); err == nil ||
		!strings.Contains(err.Error(), parallel.ErrPrograms.Error()) {
		t.Errorf("error %v, want that programs are not allowed", err)
	}
	plain := &Games{Depth: 1, Pairs: 1, Seed: 1}
	if err := plain.open(); err != nil {
		t.Fatal(err)
	}
	set, err := gamesKind.Set(gamesSettings{cfg.Subject, *plain})
	if err != nil {
		t.Fatal(err)
	}
	open, err := farm(false, &jobs)(t.Context(), set)
	if err != nil {
		t.Fatal(err)
	}
	for _, job := range []string{"", `{"vectors":[[1]],"games":[]}`,
		`{"vectors":[[1,2]],"games":[{"Black":0,"White":1}]}`,
		`{"vectors":[[1,2]],"games":[{"Black":0,"White":-1}]}`} {
		if _, err := open.Do(t.Context(), []byte(job)); err == nil {
			t.Errorf("job %s was done", job)
		}
	}
	o := &Outcome{Paths: []string{"games"}, Positions: 10, Loss: "logistic", Seed: 1}
	if err := o.open(randomGames(t, 3), cfg.Subject.Set); err != nil {
		t.Fatal(err)
	}
	settings, err := o.jobSettings(&cfg.Subject)
	if err != nil {
		t.Fatal(err)
	}
	if set, err = outcomeKind.Set(settings); err != nil {
		t.Fatal(err)
	}
	if open, err = farm(false, &jobs)(t.Context(), set); err != nil {
		t.Fatal(err)
	}
	for _, job := range []string{"", `{"x":[1],"from":0,"to":5}`, `{"x":[1,2],"from":0,"to":11}`,
		`{"x":[1,2],"from":-1,"to":5}`, `{"x":[1,2],"from":5,"to":5}`} {
		if _, err := open.Do(t.Context(), []byte(job)); err == nil {
			t.Errorf("job %s was done", job)
		}
	}
}
