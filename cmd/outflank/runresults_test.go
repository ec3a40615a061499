package main

import (
	"encoding/json"
	"os"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/outflank/outflank/cmd/outflank/internal/cli"
	"github.com/outflank/outflank/engine/arena"
	"github.com/outflank/outflank/qlearn/run"
)

// TestRunResults: what a run reports of its best model is what bench says of the file with
// the same protocol, games and seed.
func TestRunResults(t *testing.T) {
	for model, spec := range map[string]string{
		`features = "edge"`: "q:model=run/best.model",
		`net = "64-4-1"`:    "mmnet:depth=1,hidden=4,dna=run/best.dna",
		`net = "64-4-64"`:   "net:hidden=4,dna=run/best.dna",
	} {
		t.Run(model, func(t *testing.T) { testRunResults(t, model, spec) })
	}
}

func testRunResults(t *testing.T, model, spec string) {
	t.Chdir(t.TempDir())
	text := "model." + model + `
learn.games = 50
[evaluate]
final = 40
seed = 6
select_by = [{opponent = "greedy", protocol = "cs181"}]
test_on = [{opponent = "swh", protocol = "league"}]
`
	if err := os.WriteFile("run.toml", []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	var options struct{ Results []run.Measurement }
	var bench struct{ Pairs []arena.PairSummary }
	for _, c := range []struct {
		args []string
		into any
	}{
		{[]string{"train", "--config", "run.toml", "-o", "run", "--json"}, &options},
		{[]string{"bench", "--protocol", "league", "--games", "40", "--seed", "7", spec, "swh", "--json"}, &bench},
	} {
		stdout, _ := runCommand(t, t.Context(), cli.Done, c.args...)
		if err := json.Unmarshal([]byte(stdout), c.into); err != nil {
			t.Fatal(err)
		}
	}
	p := bench.Pairs[0]
	want := run.Result{Played: p.Games, Wins: p.Wins, Draws: p.Draws, Losses: p.Losses, Score: p.Score,
		Low: p.Low, High: p.High, Discs: p.Discs}
	if diff := cmp.Diff(want, options.Results[0].Result); diff != "" {
		t.Errorf("bench (-) and the run (+) differ:\n%s", diff)
	}
}
