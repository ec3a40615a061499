package clitest

import (
	"bytes"
	"fmt"
	"image/png"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/engine/runtime/durable"
	"github.com/outflank/outflank/eval"
	"github.com/outflank/outflank/qlearn/run"
)

// RandomModel returns a model in wins with weights from -1 to 1. The same features always give the same
// weights.
func RandomModel(t testing.TB, features string) *eval.Model {
	t.Helper()
	f, err := eval.New(features, eval.DefaultSquares())
	if err != nil {
		t.Fatal(err)
	}
	m := eval.NewModel(f)
	m.Meta["unit"] = eval.UnitWin
	rng := rand.New(rand.NewPCG(4, 4))
	for i := range m.Weights {
		m.Weights[i] = 2*rng.Float64() - 1
	}
	return m
}

// WriteModel writes a model to a file.
func WriteModel(t testing.TB, path string, m *eval.Model) {
	t.Helper()
	if err := durable.Replace(path, func(w io.Writer) error { return eval.WriteModel(w, m) }); err != nil {
		t.Fatal(err)
	}
}

// Untimed returns the part of a run's file that does not depend on time, so all runs with the same settings
// share it. For an event file, which contains times of fixed length, this is only the file's length.
func Untimed(path string, data []byte) []byte {
	if filepath.Base(path) == run.EventsFile {
		return fmt.Appendf(nil, "%d bytes", len(data))
	}
	return data
}

// Golden compares a test's output with a file. If OUTFLANK_UPDATE=1 is set, it writes the file instead.
func Golden(t testing.TB, path, got string) {
	t.Helper()
	if os.Getenv("OUTFLANK_UPDATE") != "" {
		if err := os.WriteFile(path, []byte(got), 0o666); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), got); diff != "" {
		t.Errorf("%s (-) and what came (+) differ; OUTFLANK_UPDATE=1 writes it:\n%s", path, diff)
	}
}

// CheckPNG checks that a file is a PNG at least 800 pixels wide, and returns its bytes.
func CheckPNG(t testing.TB, path string) []byte {
	t.Helper()
	file, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if img, err := png.Decode(bytes.NewReader(file)); err != nil || img.Bounds().Dx() < 800 {
		t.Fatalf("%s: %v", path, err)
	}
	return file
}

// RandomGame returns the longest of 200 games of random moves on a shape.
func RandomGame(t *testing.T, shape string) engine.Game {
	t.Helper()
	sh, err := engine.ParseShape(shape)
	if err != nil {
		t.Fatal(err)
	}
	start, err := sh.Start()
	if err != nil {
		t.Fatal(err)
	}
	rng := rand.New(rand.NewPCG(3, 1))
	longest := engine.Game{Start: start}
	for range 200 {
		if moves, _ := start.RandomMoves(60, rng); len(moves) > len(longest.Moves) {
			longest.Moves = moves
		}
	}
	return longest
}
