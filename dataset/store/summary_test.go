package store_test

import (
	"bytes"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/outflank/outflank/dataset"
	"github.com/outflank/outflank/dataset/store"
	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/engine/runtime/fault"
)

// tablesOf writes the tables that Summarize knows, by name, and a positions table.
func tablesOf(t *testing.T, n int) map[string][]byte {
	t.Helper()
	files := map[string]*bytes.Buffer{"transitions": {}, "dense": {}, "tokens": {}, "probes": {}, "positions": {}}
	meta := map[string]string{"seed": "7"}
	phi := func(index []int32, value []float32, _ engine.Board, move engine.Square) ([]int32, []float32) {
		return append(index, int32(move%2)), append(value, 1)
	}
	opt := store.TransitionOptions{Meta: meta, Phi: phi}
	dense := opt
	dense.Names = []string{"phi_even", "phi_odd"}
	games := func() func(func(dataset.Game, error) bool) { return replayedGames(n) }
	for _, seq := range []func(func(int64, error) bool){
		store.WriteTransitions(t.Context(), files["transitions"], games(), opt),
		store.WriteTransitions(t.Context(), files["dense"], games(), dense),
		store.WriteTokens(t.Context(), files["tokens"], games(), store.TokenOptions{Meta: meta}),
		store.WriteProbes(t.Context(), files["probes"], games(), func(engine.Board) engine.Set { return 0 },
			store.TokenOptions{Meta: meta}),
		store.WritePositions(t.Context(), files["positions"], games(), store.PositionOptions{}),
	} {
		for _, err := range seq {
			if err != nil {
				t.Fatal(err)
			}
		}
	}
	bytesOf := map[string][]byte{}
	for name, b := range files {
		bytesOf[name] = b.Bytes()
	}
	return bytesOf
}

// replayedGames yields n complete games.
func replayedGames(n int) func(func(dataset.Game, error) bool) {
	return func(yield func(dataset.Game, error) bool) {
		for g, err := range manyPlayed(n) {
			if err == nil {
				err = g.Replay()
			}
			if !yield(g, err) {
				return
			}
		}
	}
}

// A summary says what the rows say, and nothing of other tables.
func TestSummarize(t *testing.T) {
	const n = 300
	games, moves := map[string]int64{}, map[string]int64{}
	for g := range replayedGames(n) {
		split := dataset.Shares{}.Of(g.Game).String()
		games[split]++
		moves[split] += int64(len(g.Moves))
	}
	all := int64(0)
	for _, m := range moves {
		all += m
	}
	for name, data := range tablesOf(t, n) {
		path := filepath.Join(t.TempDir(), name+".parquet")
		if err := os.WriteFile(path, data, 0o666); err != nil {
			t.Fatal(err)
		}
		s, err := store.Summarize(path)
		if name == "positions" {
			if s != nil || err != nil {
				t.Errorf("positions: %v, %v", s, err)
			}
			continue
		}
		if err != nil {
			t.Fatal(err)
		}
		table, columns, rows, splits := name, store.TransitionColumns(), all, moves
		switch name {
		case "dense":
			table = "transitions"
		case "tokens":
			columns, rows, splits = store.TokenColumns(), n, games
		case "probes":
			columns, splits = store.ProbeColumns(), nil
		}
		if s.Table != table || s.Rows != rows || !maps.Equal(s.Splits, splits) ||
			!maps.Equal(s.Meta, map[string]string{"seed": "7"}) {
			t.Errorf("%s: %+v, want %d rows, splits %v", name, s, rows, splits)
		}
		if name == "dense" {
			last := s.Columns[len(s.Columns)-2:]
			if last[0].Name != "phi_even" || last[1].Name != "phi_odd" || last[1].Type.String() != "float32" {
				t.Errorf("columns of φ: %v", last)
			}
			columns, s.Columns = columns[:len(columns)-2], s.Columns[:len(s.Columns)-2]
		}
		if same := func(a, b store.Column) bool { return a.Name == b.Name && a.Meaning == b.Meaning }; !slices.EqualFunc(
			s.Columns, columns, same) {
			t.Errorf("%s: columns %v", name, s.Columns)
		}
	}
}

// A table that is cut or changed is refused, or summarised as before.
func TestSummarizeDamage(t *testing.T) {
	for name, data := range tablesOf(t, 20) {
		path := filepath.Join(t.TempDir(), name+".parquet")
		refused := 0
		for at := 4; at < len(data); at += max(1, len(data)/200) {
			damaged := bytes.Clone(data)
			damaged[at] ^= 0x55
			if err := os.WriteFile(path, damaged, 0o666); err != nil {
				t.Fatal(err)
			}
			if _, err := store.Summarize(path); err != nil {
				if refused++; !fault.IsBadInput(err) || !strings.Contains(err.Error(), path+": damaged table: ") {
					t.Fatalf("byte %d: %v", at, err)
				}
			}
		}
		if refused < 60 && name != "positions" { // without reading the pages, 20 or fewer
			t.Errorf("%s: %d of 200 changes are refused", name, refused)
		}
	}
	if _, err := store.Summarize(filepath.Join(t.TempDir(), "x.parquet")); !os.IsNotExist(err) && !strings.Contains(err.Error(), "no such file") {
		t.Error(err)
	}
}
