package matches

import (
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/spf13/pflag"

	"github.com/outflank/outflank/cmd/outflank/internal/cli"
	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/engine/arena"
	"github.com/outflank/outflank/eval"
	"github.com/outflank/outflank/qlearn/agents"
)

// openingsFile makes a file of three openings.
func openingsFile(t *testing.T) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "openings.txt")
	if err := os.WriteFile(path, []byte("f5d6\nf5f4\nf5f6\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	return path
}

// resolved returns the settings that a command line of bench leads to.
func resolved(t *testing.T, agents []string, args ...string) (arena.Config, error) {
	t.Helper()
	j := matchJob{config: arena.Config{Agents: agents}}
	f := pflag.NewFlagSet("bench", pflag.ContinueOnError)
	addConfigFlags(&j.config, f, 0.05)
	if err := f.Parse(args); err != nil {
		t.Fatal(err)
	}
	err := cli.FlagError(j.applyProtocol(f))
	return j.config, err
}

// TestProtocols: what each protocol prescribes, without any file, and that what it leaves open stays.
func TestProtocols(t *testing.T) {
	three := openingsFile(t)
	two := []string{"greedy", "random"}
	for _, test := range []struct {
		agents []string
		args   string
		want   arena.Config
	}{
		{two, "", arena.Config{Agents: two, Games: 400, Perturb: 0.05, Seed: 1}},
		{two, "--protocol league --seed 3", arena.Config{Agents: two, Protocol: "league", Games: 4000, Perturb: 0.1, Ties: "random", Seed: 3}},
		{two[:1], "--protocol league --games 10", arena.Config{Agents: []string{"greedy", "swh"}, Protocol: "league", Games: 10, Perturb: 0.1, Ties: "random", Seed: 1}},
		{two, "--protocol lucas1000", arena.Config{Agents: two, Protocol: "lucas1000", Games: 2000, Ties: "first", Openings: "lucas1000", Seed: 1}},
		{two, "--protocol lucas1000 --openings " + three, arena.Config{Agents: two, Protocol: "lucas1000", Games: 6, Ties: "first", Openings: three, Seed: 1}},
		{two, "--protocol cs181", arena.Config{Agents: two, Protocol: "cs181", Games: 200, Perturb: 0.05, Seed: 1}},
		{two, "--protocol cs181 --games 100", arena.Config{Agents: two, Protocol: "cs181", Games: 100, Perturb: 0.05, Seed: 1}},
		{two, "--protocol xot --games 2 --depth 3", arena.Config{Agents: two, Protocol: "xot", Games: 2, Depth: 3, Openings: "xot", Shuffle: true, Seed: 1}},
		{two, "--protocol xot", arena.Config{Agents: two, Protocol: "xot", Games: 21568, Openings: "xot", Shuffle: true, Seed: 1}},
	} {
		test.want.Shape = "8x8"
		got, err := resolved(t, slices.Clone(test.agents), strings.Fields(test.args)...)
		if diff := cmp.Diff(test.want, got); diff != "" || err != nil {
			t.Errorf("%q: %v (-want +got)\n%s", test.args, err, diff)
		}
	}
}

// TestProtocolRefuses: what would make another protocol of it, and what is missing.
func TestProtocolRefuses(t *testing.T) {
	three := openingsFile(t)
	for args, want := range map[string]string{
		"--protocol oracle":                     "want league, lucas1000, cs181, xot",
		"--protocol league --perturb 0.1":       "--perturb: --protocol league prescribes this",
		"--protocol cs181 --random-plies 2":     "--random-plies: ",
		"--protocol xot --adjudicate 4":         "--adjudicate: ",
		"--protocol league --shape hex":         "--shape: ",
		"--protocol league --openings " + three: "begin at the ordinary start",
		"--protocol xot --openings none.txt":    "open none.txt: ",
	} {
		_, err := resolved(t, []string{"greedy", "random"}, strings.Fields(args)...)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", args, err, want)
		}
	}
}

// TestShuffledOpenings: the order depends on the seed alone and has every opening once.
func TestShuffledOpenings(t *testing.T) {
	path := filepath.Join(t.TempDir(), "openings.txt")
	all := strings.Fields("c4c3 c4c5 c4e3 d3c3 d3c5 d3e3 e6d6 e6f4 e6f6 f5d6 f5f4 f5f6")
	if err := os.WriteFile(path, []byte(strings.Join(all, "\n")), 0o666); err != nil {
		t.Fatal(err)
	}
	order := func(seed uint64, shuffle bool) (list []string) {
		cfg := arena.Config{Openings: path, Seed: seed, Shuffle: shuffle}
		games, err := cfg.Starts()
		if err != nil {
			t.Fatal(err)
		}
		for _, g := range games {
			list = append(list, g.String())
		}
		return list
	}
	if got := order(1, false); !slices.Equal(got, all) {
		t.Errorf("not shuffled: %v", got)
	}
	first := order(1, true)
	if slices.Equal(first, all) || slices.Equal(first, order(2, true)) || !slices.Equal(first, order(1, true)) {
		t.Errorf("shuffled: %v, again %v, by another seed %v", first, order(1, true), order(2, true))
	}
	if sorted := slices.Sorted(slices.Values(first)); !slices.Equal(sorted, all) {
		t.Errorf("shuffled: %v", first)
	}
}

// TestTies: a model of weights 0 finds all moves equal. What a spec says goes before what
// the match says, and the players are called by their specs.
func TestTies(t *testing.T) {
	path := filepath.Join(t.TempDir(), "zero.model")
	f, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	features, err := eval.New("discs", nil)
	if err == nil {
		err = eval.WriteModel(f, eval.NewModel(features))
	}
	if err != nil {
		t.Fatal(err)
	}
	f.Close()
	first, all := engine.Standard().Moves().First().Set(), engine.Standard().Moves()
	for _, test := range []struct {
		spec, ties string
		want       engine.Set
	}{
		{"q:model=" + path, "", first},
		{"q:model=" + path, "random", all},
		{"q:ties=first,model=" + path, "random", first},
		{"q:ties=random,model=" + path, "first", all},
		{"swh", "first", first},
		{"swh", "", all},
		{"greedy", "random", first},
	} {
		m, err := arena.Config{Agents: []string{test.spec, "random"}, Games: 2,
			Ties: test.ties}.Match(agents.Resolver{})
		if err != nil || m.Players[0].Name != test.spec {
			t.Fatalf("%+v: %v", test, err)
		}
		agent, got := m.Players[0].New(rand.New(rand.NewPCG(1, 2))), engine.Set(0)
		for range 100 {
			s, err := agent.Choose(t.Context(), engine.Standard())
			if err != nil {
				t.Fatal(err)
			}
			got |= s.Set()
		}
		if got != test.want {
			t.Errorf("%s, ties %q: plays %v, want %v", test.spec, test.ties, got, test.want)
		}
	}
}
