package store_test

import (
	"context"
	"encoding/json"
	"io"
	"os"
	"path/filepath"
	"sync"
	"testing"

	"go.uber.org/goleak"

	"github.com/outflank/outflank/dataset"
	"github.com/outflank/outflank/dataset/store"
	"github.com/outflank/outflank/dataset/transfer"
	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/wthor"
)

// No test of this package may leave a goroutine behind.
func TestMain(m *testing.M) {
	if dir := os.Getenv(victimEnv); dir != "" {
		victim(dir)
	}
	goleak.VerifyTestMain(m, goleak.Cleanup(func(code int) {
		if imported.root != "" {
			os.RemoveAll(imported.root)
		}
		os.Exit(code)
	}))
}

// realSources returns the sources of a folder with real games and skips the test
// if there is none. The folders are looked for in $OUTFLANK_DATA, which is
// ../shared beside the repository when it is not set.
func realSources(t testing.TB, folder string) transfer.Sources {
	t.Helper()
	if raceEnabled && folder == "wthor" {
		t.Skip("too slow with the race detector")
	}
	src, err := transfer.FindSources(realPath(t, folder))
	if err != nil {
		t.Fatal(err)
	}
	return src
}

// realPath returns the path of a file or folder of real data and skips the test if there is none.
// The large base is for OUTFLANK_LONG=1 and benchmarks: the other one has files of every kind, too.
func realPath(t testing.TB, name string) string {
	t.Helper()
	if _, test := t.(*testing.T); test && name == "wthor" && os.Getenv("OUTFLANK_LONG") == "" {
		t.Skip("set OUTFLANK_LONG to read the large base")
	}
	root := os.Getenv("OUTFLANK_DATA")
	if root == "" {
		root = "../../../shared"
	}
	path := filepath.Join(root, filepath.FromSlash(name))
	if _, err := os.Stat(path); err != nil {
		t.Skipf("no real games: %v (set OUTFLANK_DATA to the folder that holds wthor/)", err)
	}
	return path
}

func mustImport(t testing.TB, src transfer.Sources, dir string,
	opt transfer.ImportOptions) (sum transfer.Summary) {
	t.Helper()
	var err error
	for sum, err = range transfer.Import(context.Background(), src, dir, opt) {
		if err != nil {
			t.Fatal(err)
		}
	}
	return sum
}

func mustOpen(t testing.TB, dir string) *store.Games {
	t.Helper()
	g, err := store.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// all collects the games of a table.
func all(t testing.TB, g *store.Games) (list []dataset.Game) {
	t.Helper()
	for game, err := range g.All() {
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, game)
	}
	return list
}

// write makes tables of games in dir.
func write(t testing.TB, dir string, opt store.Options, games ...dataset.Game) store.Manifest {
	t.Helper()
	w, err := store.Create(dir, opt)
	if err != nil {
		t.Fatal(err)
	}
	defer w.Abort()
	for _, g := range games {
		if err := w.Write(g); err != nil {
			t.Fatal(err)
		}
	}
	m, err := w.Commit()
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// played returns a replayed game with the given moves from the ordinary start.
func played(t testing.TB, transcript string) dataset.Game {
	t.Helper()
	moves, err := engine.ParseMoves(transcript)
	if err != nil {
		t.Fatal(err)
	}
	g := dataset.Game{Game: engine.Game{Start: engine.StandardStart(), Moves: moves}, TournamentID: -1,
		BlackID: -1, WhiteID: -1}
	_ = g.Replay() // an illegal move is what some tests want
	g.Score = g.Replayed
	return g
}

// A whole game of nine moves: black takes everything.
const wipeout = "e6f4e3f6g5d6e7f5c5"

// record returns a record of a game file with the given moves; scores are 32.
func record(t testing.TB, transcript string) wthor.Game {
	t.Helper()
	moves, err := engine.ParseMoves(transcript)
	if err != nil {
		t.Fatal(err)
	}
	r := wthor.Game{Score: 32, Theory: 32}
	squares := make([]uint8, len(moves))
	for i, s := range moves {
		squares[i] = uint8(s)
	}
	if err := r.SetSquares(squares); err != nil {
		t.Fatal(err)
	}
	return r
}

// writeGames makes a game file of records.
func writeGames(t testing.TB, path string, year int, records ...wthor.Game) {
	t.Helper()
	f, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	w, err := wthor.NewWriter(f, wthor.Header{Century: 20, YearOfCentury: 1, Month: 2, Day: 3,
		N1: uint32(len(records)), Year: uint16(year), P1: 8, P3: 24})
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range records {
		if err := w.Write(r); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
}

// writePlayers and writeTournaments make names files.
func writePlayers(t testing.TB, path string, labels ...string) {
	t.Helper()
	writeNames(t, path, labels, wthor.WritePlayers)
}

func writeTournaments(t testing.TB, path string, labels ...string) {
	t.Helper()
	writeNames(t, path, labels, wthor.WriteTournaments)
}

func writeNames(t testing.TB, path string, labels []string, write func(io.Writer, wthor.Names) error) {
	t.Helper()
	f, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	n := wthor.Names{Header: wthor.Header{N2: uint16(len(labels))}, Labels: labels}
	if err := write(f, n); err != nil {
		t.Fatal(err)
	}
}

func readJSON(t testing.TB, path string, v any) {
	t.Helper()
	text, err := os.ReadFile(path)
	if err == nil {
		err = json.Unmarshal(text, v)
	}
	if err != nil {
		t.Fatal(err)
	}
}

// slow returns the large size when OUTFLANK_SLOW is set, else the small one.
func slow(t testing.TB, small, large int) int {
	t.Helper()
	if os.Getenv("OUTFLANK_SLOW") == "" {
		return small
	}
	return large
}

// imported holds the tables of the real games, which many tests read and none changes.
var imported struct {
	sync.Mutex
	root string
	dirs map[string]string
}

// realTables returns the tables of a folder with real games, imported once.
func realTables(t testing.TB, folder string) *store.Games {
	t.Helper()
	src := realSources(t, folder)
	imported.Lock()
	defer imported.Unlock()
	if imported.root == "" {
		root, err := os.MkdirTemp("", "outflank-dataset")
		if err != nil {
			t.Fatal(err)
		}
		imported.root, imported.dirs = root, map[string]string{}
	}
	if imported.dirs[folder] == "" {
		dir := filepath.Join(imported.root, folder)
		mustImport(t, src, dir, transfer.ImportOptions{})
		imported.dirs[folder] = dir
	}
	return mustOpen(t, imported.dirs[folder])
}
