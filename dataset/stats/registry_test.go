package stats_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"strconv"
	"strings"
	"testing"

	"github.com/outflank/outflank/dataset"
	"github.com/outflank/outflank/dataset/stats"
	"github.com/outflank/outflank/engine"
)

// Every statistic of the registry gives the same result with one worker and with
// many, as JSON and as tables whose cells are what the columns say.
func TestRegistry(t *testing.T) {
	games := randomGames(60)
	games[3].Start.Color = engine.White // another start
	for i := range games {
		g := &games[i]
		_ = g.Replay()
		g.Year, g.BlackID, g.WhiteID, g.TournamentID = 2000+i%4, i%7, 7+i%5, i%3
		g.Black, g.White = "p"+strconv.Itoa(g.BlackID), "p"+strconv.Itoa(g.WhiteID)
	}
	names := map[string]bool{}
	for _, s := range stats.All() {
		if names[s.Name] || s.Question == "" {
			t.Errorf("%s: twice, or without a question", s.Name)
		}
		names[s.Name] = true
		if found, ok := stats.Find(s.Name); !ok || found.Question != s.Question {
			t.Errorf("%s is not found", s.Name)
		}
		var texts []string
		for _, workers := range []int{1, 3} {
			r, err := s.Count(t.Context(), sequence(games), nil, workers, s.MinGames)
			if err != nil {
				t.Fatal(err)
			}
			text, err := json.Marshal(r)
			if err != nil {
				t.Fatal(err)
			}
			texts = append(texts, string(text))
			checkTables(t, s.Name, r.Tables())
		}
		if texts[0] != texts[1] {
			t.Errorf("%s depends on the workers:\n%s\n%s", s.Name, texts[0], texts[1])
		}
		checkEmpty(t, s)
	}
	if _, ok := stats.Find("nonsense"); ok {
		t.Error("a statistic called nonsense")
	}
}

// Nothing to count is not an error, and an error among the games ends the count.
func checkEmpty(t *testing.T, s stats.Statistic) {
	t.Helper()
	r, err := s.Count(t.Context(), sequence(nil), nil, 2, s.MinGames)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := json.Marshal(r); err != nil {
		t.Errorf("%s of no games: %v", s.Name, err)
	}
	checkTables(t, s.Name, r.Tables())
	bad := errors.New("bad")
	_, err = s.Count(t.Context(), func(yield func(dataset.Game, error) bool) {
		yield(dataset.Game{}, bad)
	}, nil, 2, s.MinGames)
	if !errors.Is(err, bad) {
		t.Errorf("%s: error %v", s.Name, err)
	}
}

func checkTables(t *testing.T, statistic string, tables []stats.Table) {
	t.Helper()
	for _, table := range tables {
		if table.Name == "" || table.Title == "" {
			t.Errorf("%s: a table without name or title", statistic)
		}
		for _, c := range table.Columns {
			if c.Name == "" || c.Name != strings.ToLower(c.Name) || c.Unit == "" || c.Meaning == "" {
				t.Errorf("%s, %s: column %+v", statistic, table.Name, c)
			}
		}
		rec := table.Record()
		if int(rec.NumRows()) != len(table.Rows) || !rec.Schema().Equal(table.Schema()) {
			t.Errorf("%s, %s: %d rows, want %d", statistic, table.Name, rec.NumRows(), len(table.Rows))
		}
		rec.Release()
		var csv, parquet bytes.Buffer
		if err := errors.Join(table.WriteCSV(&csv), table.WriteParquet(&parquet)); err != nil {
			t.Errorf("%s, %s: %v", statistic, table.Name, err)
		}
		if lines := strings.Count(csv.String(), "\n"); lines != 1+len(table.Rows) {
			t.Errorf("%s, %s: %d lines of CSV", statistic, table.Name, lines)
		}
	}
}
