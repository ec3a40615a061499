package wthor_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/outflank/outflank/wthor"
)

// dataSets are the folders with files of the real database. Each has a
// reference.json with figures found by another program.
var dataSets = []string{"wthor", "wthor-2001-2015"}

// dataFolder returns a folder of real files. It skips the test when there is none.
func dataFolder(t *testing.T, set string) string {
	t.Helper()
	root := os.Getenv("OUTFLANK_DATA")
	if root == "" {
		root = filepath.Join("..", "..", "shared")
	}
	folder := filepath.Join(root, set)
	if _, err := os.Stat(filepath.Join(folder, "reference.json")); err != nil {
		t.Skipf("no real files (set OUTFLANK_DATA to the folder that holds %s): %v", set, err)
	}
	return folder
}

// reference is the part of reference.json that bytes alone decide.
type reference struct {
	Totals       totals
	Files        []fileTotals
	Players      labelFigures
	Tournaments  labelFigures
	ActualScores []int          `json:"recorded_score_histogram_0_64"`
	TheoryScores []int          `json:"theoretical_score_histogram_0_64"`
	PliesOfGames map[string]int `json:"plies_histogram"`
	Distinct     int            `json:"distinct_transcripts"`
}

type totals struct {
	Games  int
	Plies  int
	Score  int `json:"sum_black_recorded_score"`
	Theory int `json:"sum_theoretical_score"`
	Equal  int `json:"theoretical_equals_recorded"`
	Black  int `json:"black_wins_recorded"`
	Draws  int `json:"draws_recorded"`
	White  int `json:"white_wins_recorded"`
}

type fileTotals struct {
	File  string
	Year  uint16 `json:"hdr_game_year"`
	Depth int    `json:"hdr_p3_depth"`
	totals
}

type labelFigures struct {
	Count       int
	First, Last []string
	NonASCII    []string `json:"non_ascii_names_latin1_decoded"` // "id:label"
}

func readReference(t *testing.T, folder string) (ref reference) {
	t.Helper()
	b, err := os.ReadFile(filepath.Join(folder, "reference.json"))
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(b, &ref); err != nil {
		t.Fatal(err)
	}
	return ref
}

// add counts a game.
func (s *totals) add(g wthor.Game, plies int) {
	s.Games++
	s.Plies += plies
	s.Score += int(g.Score)
	s.Theory += int(g.Theory)
	s.Equal += count(g.Score == g.Theory)
	s.Black += count(g.Score > 32)
	s.Draws += count(g.Score == 32)
	s.White += count(g.Score < 32)
}

func count(b bool) int {
	if b {
		return 1
	}
	return 0
}

// filesIn returns the contents of the files whose names end in extension, by name.
func filesIn(t *testing.T, folder, extension string) map[string][]byte {
	t.Helper()
	entries, err := os.ReadDir(folder)
	if err != nil {
		t.Fatal(err)
	}
	files := map[string][]byte{}
	for _, entry := range entries {
		if strings.EqualFold(filepath.Ext(entry.Name()), extension) {
			if files[entry.Name()], err = os.ReadFile(filepath.Join(folder, entry.Name())); err != nil {
				t.Fatal(err)
			}
		}
	}
	return files
}

// Every game file is written back byte for byte, and its games, and those of all
// files together, add up to the reference.
func TestRealGames(t *testing.T) {
	for _, set := range dataSets {
		t.Run(set, func(t *testing.T) {
			folder := dataFolder(t, set)
			ref, files := readReference(t, folder), filesIn(t, folder, ".wtb")
			if len(files) != len(ref.Files) {
				t.Errorf("%d game files, want %d", len(files), len(ref.Files))
			}
			all := newTally()
			for _, want := range ref.Files {
				t.Run(want.File, func(t *testing.T) { checkRealFile(t, files[want.File], want, ref, all) })
			}
			all.check(t, ref)
		})
	}
}

// checkRealFile reads one file with the ids bounded by the names files, compares and
// writes it, and adds its games to all.
func checkRealFile(t *testing.T, file []byte, want fileTotals, ref reference, all *tally) {
	r, err := wthor.NewReader(bytes.NewReader(file))
	if err != nil {
		t.Fatal(err)
	}
	r.Players, r.Tournaments = ref.Players.Count, ref.Tournaments.Count
	got := fileTotals{File: want.File, Year: r.Header().Year, Depth: r.Header().Depth()}
	var games []wthor.Game
	for g, err := range r.All() {
		if err != nil {
			t.Error(err)
		}
		got.add(g, all.add(g))
		games = append(games, g)
	}
	if got != want {
		t.Errorf("totals are\n%+v, want\n%+v", got, want)
	}
	if !bytes.Equal(writeAll(t, r.Header(), games), file) {
		t.Error("the file changed in reading and writing")
	}
}

// tally counts the games of a set.
type tally struct {
	totals         totals
	scores, theory [65]int
	plies          map[string]int
	transcripts    map[[60]byte]bool
	squares        []uint8
}

func newTally() *tally {
	return &tally{plies: map[string]int{}, transcripts: map[[60]byte]bool{}}
}

// add counts a game and returns its plies.
func (y *tally) add(g wthor.Game) int {
	y.squares = g.AppendSquares(y.squares[:0])
	plies := len(y.squares)
	y.totals.add(g, plies)
	y.scores[g.Score]++
	y.theory[g.Theory]++
	y.plies[fmt.Sprint(plies)]++
	y.transcripts[g.Moves] = true
	return plies
}

func (y *tally) check(t *testing.T, ref reference) {
	if y.totals != ref.Totals {
		t.Errorf("totals are\n%+v, want\n%+v", y.totals, ref.Totals)
	}
	if !slices.Equal(y.scores[:], ref.ActualScores) || !slices.Equal(y.theory[:], ref.TheoryScores) {
		t.Errorf("scores are\n%v\n%v, want\n%v\n%v", y.scores, y.theory, ref.ActualScores, ref.TheoryScores)
	}
	if fmt.Sprint(y.plies) != fmt.Sprint(ref.PliesOfGames) {
		t.Errorf("plies are %v, want %v", y.plies, ref.PliesOfGames)
	}
	if len(y.transcripts) != ref.Distinct {
		t.Errorf("%d distinct transcripts, want %d", len(y.transcripts), ref.Distinct)
	}
}

// Every names file is written back byte for byte and holds the reference's names.
func TestRealNames(t *testing.T) {
	for _, set := range dataSets {
		t.Run(set, func(t *testing.T) {
			folder := dataFolder(t, set)
			ref := readReference(t, folder)
			checkRealNames(t, players, filesIn(t, folder, ".jou"), ref.Players)
			checkRealNames(t, tournaments, filesIn(t, folder, ".trn"), ref.Tournaments)
		})
	}
}

func checkRealNames(t *testing.T, kind namesKind, files map[string][]byte, want labelFigures) {
	t.Helper()
	if len(files) != 1 {
		t.Fatalf("%d names files, want 1", len(files))
	}
	for name, file := range files {
		names, err := kind.read(bytes.NewReader(file))
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if got := figures(names.Labels); fmt.Sprint(got) != fmt.Sprint(want) {
			t.Errorf("%s: labels are\n%v, want\n%v", name, got, want)
		}
		checkNames(t, kind, file)
	}
}

// figures sums labels up as reference.json does.
func figures(labels []string) labelFigures {
	f := labelFigures{Count: len(labels), First: labels[:3], Last: labels[len(labels)-3:]}
	for id, label := range labels {
		if strings.ContainsFunc(label, func(r rune) bool { return r > 127 }) {
			f.NonASCII = append(f.NonASCII, fmt.Sprintf("%d:%s", id, label))
		}
	}
	return f
}
