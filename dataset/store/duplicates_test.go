package store_test

import (
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/outflank/outflank/dataset"
	"github.com/outflank/outflank/dataset/transfer"
	"github.com/outflank/outflank/engine"
)

func TestDuplicates(t *testing.T) {
	var games []dataset.Game
	for i, moves := range []string{"f5d6c3", "f5f4", "c4e3f6", "f5d6c3", "f5", "f5f4", "d3"} {
		g := played(t, moves)
		g.ID, g.Black, g.White, g.Year = int64(10+i), "Ann", "Bob", 2000
		games = append(games, g)
	}
	games[2].Year = 2001
	// The same moves from another start are another game.
	other := played(t, "")
	other.Start.Color = engine.White
	games = append(games, other, played(t, ""))

	got, err := dataset.FindDuplicates(sequence(games...))
	if err != nil {
		t.Fatal(err)
	}
	name := func(id int64, year int, moves string, repeats bool) dataset.Copy {
		return dataset.Copy{ID: id, Year: year, Black: "Ann", White: "Bob", Moves: moves, Repeats: repeats}
	}
	want := dataset.Duplicates{
		Games: 9, Transcripts: 7, Distinct: 5, Sharing: 7, Most: 3, Repeats: 3,
		Groups: []dataset.Group{
			{Moves: "c4e3f6", Plies: 3, Games: []dataset.Copy{name(10, 2000, "f5d6c3", false), name(12, 2001, "c4e3f6", false), name(13, 2000, "f5d6c3", true)}},
			{Moves: "c4c5", Plies: 2, Games: []dataset.Copy{name(11, 2000, "f5f4", false), name(15, 2000, "f5f4", true)}},
			{Moves: "c4", Plies: 1, Games: []dataset.Copy{name(14, 2000, "f5", false), name(16, 2000, "d3", true)}},
		},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func TestDuplicatesOfNothing(t *testing.T) {
	got, err := dataset.FindDuplicates(sequence())
	if diff := cmp.Diff(dataset.Duplicates{Groups: []dataset.Group{}}, got); diff != "" || err != nil {
		t.Error(err, diff)
	}
	bad := errors.New("bad")
	_, err = dataset.FindDuplicates(func(yield func(dataset.Game, error) bool) { yield(dataset.Game{}, bad) })
	if !errors.Is(err, bad) {
		t.Errorf("got %v", err)
	}
}

// The figures are those of an independent program.
func TestRealDuplicates(t *testing.T) {
	for _, folder := range []string{"wthor", "wthor-2001-2015"} {
		dir := realPath(t, folder)
		sources, err := transfer.FindSources(dir)
		if err != nil {
			t.Fatal(err)
		}
		var ref struct {
			Games       int `json:"games"`
			Transcripts int `json:"distinct_transcripts"`
			Distinct    int `json:"distinct_transcripts_up_to_symmetry"`
			Sharing     int `json:"games_sharing_their_transcript"`
			Long        int `json:"of_these_with_40_or_more_plies"`
			Full        int `json:"of_these_with_60_plies"`
			Groups      int `json:"transcripts_occurring_more_than_once"`
			Most        int `json:"most_frequent_transcript_count"`
			Repeats     int `json:"repeat_games_same_moves_players_and_year"`
		}
		text, err := os.ReadFile(filepath.Join(dir, "reference.json"))
		if err == nil {
			err = json.Unmarshal(text, &ref)
		}
		if err != nil {
			t.Fatal(err)
		}
		r, err := dataset.FindDuplicates(sources.Games(t.Context()))
		if err != nil {
			t.Fatal(err)
		}
		got := ref
		got.Transcripts, got.Distinct, got.Sharing, got.Groups, got.Most, got.Repeats = r.Transcripts, r.Distinct,
			r.Sharing, len(r.Groups), r.Most, r.Repeats
		got.Long, got.Full = 0, 0
		for _, g := range r.Groups {
			got.Long += len(g.Games) * count(g.Plies >= 40)
			got.Full += len(g.Games) * count(g.Plies == 60)
		}
		if got != ref || r.Games != sources.Count() {
			t.Errorf("%s: got %+v, want %+v", folder, got, ref)
		}
	}
}
