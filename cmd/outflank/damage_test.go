package main

import (
	"bytes"
	"context"
	"encoding/binary"
	"fmt"
	"iter"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/outflank/outflank/cmd/outflank/internal/cli"
	"github.com/outflank/outflank/dataset/explore"
)

// questions are the commands that read tables, GAMES being their folder and OUT what
// they may write. Those about positions take another one each time.
var questions = []string{
	"stats weights GAMES",
	"stats players GAMES",
	"explore GAMES POSITION --examples 3",
	"positions GAMES -o OUT/positions.parquet",
	"transitions GAMES -o OUT/transitions.parquet",
	"generate --from GAMES -o OUT/tokens.parquet --probes OUT/probes.parquet",
	"export GAMES --format ggf -o OUT/games.ggf",
	"duplicates GAMES",
	"export GAMES --format wthor -o OUT/wthor",
	"inspect GAMES --rows 100",
	"find GAMES POSITION --top 0",
	"index GAMES",
	"repertoire GAMES --side black --min-games 1 --plies 8 -o OUT/lines.txt",
}

// foreignQuestions are those of questions that a table without a manifest answers.
var foreignQuestions = questions[:6]

// places are positions of the small database, early ones and late ones.
var places = []string{"f5", "f5d6", "f5d6c3", "f5f6", "f5f4", "f5d6c4d3c5", "f5f6e6f4e3", "f5f4e3f6"}

// smallDatabase makes a folder with tables of the first 24 built-in games in both
// formats and their index.
func smallDatabase(t *testing.T) string {
	dir := t.TempDir()
	source, tables := filepath.Join(dir, "wthor"), filepath.Join(dir, "games")
	if err := cli.UnpackDemoGames(source); err != nil {
		t.Fatal(err)
	}
	keepGames(t, source, 24)
	for _, line := range [][]string{{"import", source, "-o", tables, "--format", "parquet,arrow"},
		{"index", tables}} {
		a := cli.App{In: strings.NewReader(""), Out: new(bytes.Buffer), Err: new(bytes.Buffer)}
		if code := execute(&a, t.Context(), line); code != 0 {
			t.Fatalf("%v: exit code %d: %v", line, code, a.Err)
		}
	}
	return tables
}

// keepGames leaves the first n built-in games in a folder.
func keepGames(t *testing.T, dir string, n int) {
	t.Helper()
	wtb := filepath.Join(dir, "WTH_2026.wtb")
	b := fileBytes(t, wtb)[:16+68*n]
	binary.LittleEndian.PutUint32(b[4:], uint32(n))
	putFile(t, wtb, b)
}

// An answer is all that a question came to.
type answer struct {
	code        int
	out, err    string
	written     map[string]string // content by path
	description string            // of the question
}

// times are what answers to the same question may differ in.
var times = regexp.MustCompile(`[0-9.]+ (s|ms)\b`)

// ask runs a command in-process and fails the test when it takes too long.
func ask(t *testing.T, question, games string, turn int) answer {
	t.Helper()
	out := filepath.Join(filepath.Dir(games), "out")
	if err := os.MkdirAll(out, 0o777); err != nil {
		t.Fatal(err)
	}
	defer os.RemoveAll(out)
	place := places[turn%len(places)]
	args := strings.Fields(strings.NewReplacer("GAMES", games, "OUT", out, "POSITION", place).Replace(question))
	var stdout, stderr bytes.Buffer
	a := cli.App{In: strings.NewReader(""), Out: &stdout, Err: &stderr}
	done := make(chan int, 1)
	go func() { done <- execute(&a, context.Background(), args) }()
	select {
	case code := <-done:
		text := times.ReplaceAllString(strings.ReplaceAll(stdout.String(), out, "OUT"), "TIME")
		written := folderBytes(t, out)
		if question == "index GAMES" && code == cli.Done {
			written["index"] = string(fileBytes(t, filepath.Join(games, explore.FileName)))
		}
		return answer{code, text, stderr.String(), written, strings.Join(args, " ")}
	case <-time.After(time.Minute):
		t.Fatalf("%v: no end after a minute", args)
		return answer{}
	}
}

func (a answer) equal(b answer) bool {
	return a.code == b.code && a.out == b.out && a.err == b.err && maps.Equal(a.written, b.written)
}

// refused tells whether the answer is that the input is bad, by the name of the file.
// Nothing is written then.
func (a answer) refused(name string) bool {
	return a.code == cli.BadInput && a.out == "" && strings.Contains(a.err, name) && len(a.written) == 0
}

// Law: a command that reads a damaged folder of tables names the damaged file and
// ends with exit code 3, or answers as if there was no damage; it never ends otherwise.
func TestDamagedTables(t *testing.T) {
	games := smallDatabase(t)
	right := map[string]answer{}
	for turn := range places {
		for _, q := range questions {
			right[fmt.Sprint(q, turn)] = ask(t, q, games, turn)
			if r := right[fmt.Sprint(q, turn)]; r.code != cli.Done {
				t.Fatalf("%s: exit code %d: %s", r.description, r.code, r.err)
			}
		}
	}
	for _, name := range []string{
		"games.parquet", "games.arrow", explore.FileName, "manifest.json",
		"players.parquet", "players.arrow", "tournaments.parquet", "tournaments.arrow",
	} {
		t.Run(name, func(t *testing.T) {
			asked := questions
			if name == explore.FileName {
				asked = []string{"find GAMES POSITION --top 0"} // the only one that reads it
			}
			path := filepath.Join(games, name)
			good := fileBytes(t, path)
			defer putFile(t, path, good)
			refused, same := 0, 0
			for i, d := range damages(good, mutations()) {
				putFile(t, path, d.bytes)
				q, turn := asked[i%len(asked)], i/len(asked)%len(places)
				switch got := ask(t, q, games, turn); {
				case got.refused(name):
					refused++
				case got.equal(right[fmt.Sprint(q, turn)]):
					same++
				default:
					t.Fatalf("mutation %d, %s: %s: exit code %d\n%s\n%s", i, d.how, got.description, got.code,
						got.err, got.out)
				}
			}
			t.Logf("%d refused, %d answered as before", refused, same)
			if name != explore.FileName && same > 0 {
				t.Errorf("%d damaged files were not noticed: all bytes of a table are summed", same)
			}
		})
	}
}

// A file that is missing is named by each command that wants it.
func TestMissingTables(t *testing.T) {
	for _, name := range []string{"games.parquet", "games.arrow", "manifest.json", "players.arrow",
		"tournaments.parquet", explore.FileName} {
		games := smallDatabase(t)
		if err := os.Remove(filepath.Join(games, name)); err != nil {
			t.Fatal(err)
		}
		for _, q := range questions {
			wanted := name != explore.FileName || strings.HasPrefix(q, "find")
			if got := ask(t, q, games, 0); wanted != got.refused(name) {
				t.Errorf("%s without %s: exit code %d: %s", q, name, got.code, got.err)
			}
		}
	}
}

// Law: whatever is in a Parquet file without a manifest, a command ends by itself with
// exit code 3 and the name of the file, or says that the table is unchecked.
func TestDamagedForeignTables(t *testing.T) {
	games := smallDatabase(t)
	path := filepath.Join(t.TempDir(), "foreign.parquet")
	good := fileBytes(t, filepath.Join(games, "games.parquet"))
	putFile(t, path, good)
	for _, q := range foreignQuestions {
		own, foreign := ask(t, q, games, 0), ask(t, q, path, 0)
		if !strings.HasPrefix(foreign.err, "unchecked: "+path) || strings.Count(foreign.err, "\n") != 1 {
			t.Errorf("%s: standard error says %q", foreign.description, foreign.err)
		}
		if foreign.err = ""; !own.equal(foreign) {
			t.Errorf("%s differs from the answer of the whole folder:\n%s\n%s", foreign.description, own.out,
				foreign.out)
		}
	}
	refused, read := 0, 0
	for i, d := range damages(good, mutations()) {
		putFile(t, path, d.bytes)
		got := ask(t, foreignQuestions[i%len(foreignQuestions)], path, i/len(foreignQuestions))
		switch {
		case got.refused(filepath.Base(path)):
			refused++
		case got.code == cli.Done && strings.Contains(got.err, "unchecked: "+path):
			read++
		default:
			t.Fatalf("mutation %d, %s: %s: exit code %d\n%s", i, d.how, got.description, got.code, got.err)
		}
	}
	t.Logf("%d refused, %d read and called unchecked", refused, read)
}

// mutations is how often a file is damaged: 2,000 times if OUTFLANK_LONG is set.
func mutations() int {
	if os.Getenv("OUTFLANK_LONG") != "" {
		return 2000
	}
	return 40
}

// damaged is a file after something has happened to it.
type damaged struct {
	how   string
	bytes []byte
}

// damages yields the file emptied, doubled, and n other damaged copies of it, one at a time: what copies
// of a model have together is gigabytes.
func damages(good []byte, n int) iter.Seq2[int, damaged] {
	return func(yield func(int, damaged) bool) {
		if !yield(0, damaged{"emptied", nil}) || !yield(1, damaged{"doubled", slices.Concat(good, good)}) {
			return
		}
		rng := rand.New(rand.NewPCG(1, uint64(len(good))))
		for i := 2; i < n+2; {
			kind := damageKinds[rng.IntN(len(damageKinds))]
			b := bytes.Clone(good)
			at := rng.IntN(len(b))
			b = kind.do(b, at, min(1+rng.IntN(64), len(b)-at), rng)
			if bytes.Equal(b, good) {
				continue
			}
			if !yield(i, damaged{fmt.Sprintf("%s at byte %d", kind.how, at), b}) {
				return
			}
			i++
		}
	}
}

// damageKinds change n bytes at a place; the bytes are theirs.
var damageKinds = []struct {
	how string
	do  func(b []byte, at, n int, rng *rand.Rand) []byte
}{
	{"a bit flipped", func(b []byte, at, _ int, rng *rand.Rand) []byte { b[at] ^= 1 << rng.IntN(8); return b }},
	{"bytes overwritten", func(b []byte, at, n int, rng *rand.Rand) []byte { return slices.Replace(b, at, at+n, noise(n, rng)...) }},
	{"bytes inserted", func(b []byte, at, n int, rng *rand.Rand) []byte { return slices.Insert(b, at, noise(n, rng)...) }},
	{"bytes lost", func(b []byte, at, n int, _ *rand.Rand) []byte { return slices.Delete(b, at, at+n) }},
	{"bytes zeroed", func(b []byte, at, n int, _ *rand.Rand) []byte { clear(b[at : at+n]); return b }},
	{"cut short", func(b []byte, at, _ int, _ *rand.Rand) []byte { return b[:at] }},
	{"blocks swapped", func(b []byte, at, n int, rng *rand.Rand) []byte {
		to := rng.IntN(len(b) - n + 1)
		block := bytes.Clone(b[to : to+n])
		copy(b[to:], bytes.Clone(b[at:at+n]))
		copy(b[at:], block)
		return b
	}},
}

func noise(n int, rng *rand.Rand) []byte {
	b := make([]byte, n)
	for i := range b {
		b[i] = byte(rng.Uint32())
	}
	return b
}

func fileBytes(t *testing.T, path string) []byte {
	t.Helper()
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func putFile(t *testing.T, path string, b []byte) {
	t.Helper()
	if err := os.WriteFile(path, b, 0o666); err != nil {
		t.Fatal(err)
	}
}

// folderBytes returns what the files of a folder and below it hold.
func folderBytes(t *testing.T, dir string) map[string]string {
	t.Helper()
	all := map[string]string{}
	paths, err := filepath.Glob(filepath.Join(dir, "*"))
	deeper, err2 := filepath.Glob(filepath.Join(dir, "*", "*"))
	if err != nil || err2 != nil {
		t.Fatal(err, err2)
	}
	for _, path := range append(paths, deeper...) {
		if info, err := os.Stat(path); err == nil && info.Mode().IsRegular() {
			all[strings.TrimPrefix(path, dir)] = string(fileBytes(t, path))
		}
	}
	return all
}
