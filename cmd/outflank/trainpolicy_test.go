package main

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"github.com/outflank/outflank/cmd/outflank/internal/cli"
	"github.com/outflank/outflank/qlearn/run"
)

// TestTrainAgainstPolicy trains against a policy of another program and against an external
// engine. Both are deterministic, so the model is the same for any number of workers.
func TestTrainAgainstPolicy(t *testing.T) {
	dir := t.TempDir()
	for name, mode := range map[string]string{
		"policy": "policy:at=" + servePolicy(t), "gtp": `gtp:cmd="outflank gtp --agent greedy"`,
	} {
		var models [2][]byte
		for i, workers := range []string{"1", "2"} {
			path := filepath.Join(dir, name+workers+".model")
			runCommand(t, t.Context(), cli.Done, "train", "-o", path, "--mode", mode, "--features", "edge",
				"--games", "8", "--workers", workers)
			var err error
			if models[i], err = os.ReadFile(path); err != nil {
				t.Fatal(err)
			}
		}
		if !bytes.Equal(models[0], models[1]) {
			t.Errorf("%s: models of one and of two workers differ", name)
		}
	}
}

// TestResumeAgainstPolicy: a run whose mixture has a policy ends with the same bytes if it is
// interrupted after its first round and resumed.
func TestResumeAgainstPolicy(t *testing.T) {
	dir := t.TempDir()
	config := filepath.Join(dir, "run.toml")
	text := "[model]\nfeatures = \"edge\"\n[games]\nmix = {self = 0.5, \"policy:at=" + servePolicy(t) +
		"\" = 0.5}\n[learn]\ngames = 24\nbatch = 4\n[output]\npictures = false\n" +
		"[evaluate]\ngames = 2\nfinal = 2\n"
	if err := os.WriteFile(config, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	whole, broken := filepath.Join(dir, "whole"), filepath.Join(dir, "broken")
	runCommand(t, t.Context(), cli.Done, "train", "--config", config, "-o", whole, "--workers", "2")
	cfg, err := run.Read(config, text)
	if err != nil {
		t.Fatal(err)
	}
	training, err := run.Begin(t.Context(), broken, cfg, run.Options{Version: cli.Version()})
	if err != nil {
		t.Fatal(err)
	}
	for p, err := range training.Train(t.Context()) {
		if err != nil || p.Games != 8 {
			t.Fatalf("%+v, %v", p, err)
		}
		break
	}
	training.Close()
	runCommand(t, t.Context(), cli.Done, "train", "--resume", broken)
	for _, name := range []string{"checkpoint", "best.model", "metrics.csv"} {
		want, errWhole := os.ReadFile(filepath.Join(whole, name))
		got, errBroken := os.ReadFile(filepath.Join(broken, name))
		if errWhole != nil || errBroken != nil || !bytes.Equal(got, want) {
			t.Errorf("%s differs: %v, %v", name, errWhole, errBroken)
		}
	}
}
