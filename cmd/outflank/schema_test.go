package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/outflank/outflank/cmd/outflank/internal/cli"
	"github.com/outflank/outflank/cmd/outflank/internal/root"
)

// answered are command lines that print JSON, for each command some, in a folder with testdata/old and the
// WTHOR files of the demo. Many print lists that are empty.
const answered = `
agents level uct
agents
analyze short.txt --depth 1 --hash 1M
analyze games --only 1 --depth 1 --exact 4 --hash 1M
analyze games --only 1 --depth 1 --exact 4 --hash 1M --cache cache
average own.model own.model -o a.model
average own.model own.model -o a.model --shares 2,1 --replace
bench random greedy --games 2
book show f5d6
book verify small
book show f5d6c3d3c4f4
book show
book show --drops --top 2
book show f5d6c3d3c4f4 --drops
doctor
download --years 2026 -o base --mirror URL
duplicates games
engine check gtp:cmd="outflank gtp --agent greedy"
experiment list
experiment run search-branching --scale 0.01 -o exp
experiment report exp
experiment show search-branching exp
experiment show cs181-table-1
explore games f5d6
explore games f5f4
explain f5d6 --agent ab:eval=flat
export games --format pgn -o games.pgn
export games --format wthor -o w
export own.model --format compact -o b.model
find games f5d6
find games f5f4
gauntlet random -o card --quick
fit wthor -o c.model --features constant --play 0 --solve 0 --iterations 2 --player greedy
fit wthor -o c.model --features constant --play 2 --solve 2 --exact 6 --depth 1 --iterations 2 --player greedy --replace
import wthor -o tables
import short.txt -o tables --replace
index games
inspect games
inspect games --rows 0
inspect labels.parquet --rows 0
inspect own.model --games 0 --rows 0
inspect whole.model --games 1
inspect net.dna
inspect wthor/WTHOR.JOU --rows 0
inspect wthor/WTH_2026.wtb --rows 0
inspect short.txt --rows 0
inspect games/positions.index
label short.txt -o l.parquet --exact 4 --hash 1M
accuracy ffo:20 greedy
audit ends.obf -o u.obf --hash 1M
puzzles wthor -o z.obf --count 2 --empties 6
repertoire short.txt --side black --min-games 1 -o r.txt
drill short.txt --side black
drill short.txt --side black --games games --depth 1
ladder random greedy --games 2 --moves 2 --depth 1 --exact 2
leaderboard card -o board
licenses
match random greedy --games 2
match random greedy --games 2 --clock 1m --sprt 0,10
perft 2
perft 2 --divide
player games greedy
event wthor outflank
positions games -o p.parquet
transitions games -o t.parquet
inspect t.parquet
generate -o k.parquet --games 10 --probes b.parquet
probcut wthor --positions 1 --depth 4 --exact 0
runs empty
runs run
runs compare run run
schema
schema table
schema table labels
schema table moves
solve ffo:1 --depth 2
solve ffo:1 --all-moves --depth 2
stats accuracy games
stats bands games
stats calibration games
stats colors games
stats curves games
stats endings games
stats marks games --cache cache
stats openings games
stats pairs games --min-games 0
stats players games --min-games 0
stats positions games
stats ratings games --min-games 0
stats tournaments games
stats tree games --min-games 0
stats versus games greedy random
stats weights games
stats weights short.txt
stats years games
stats bands short.txt
stats openings short.txt
stats tournaments short.txt
stats accuracy short.txt
stats years short.txt
sweep --resume sweep
tournament agents.txt --games 2
tournament --resume tournament.ndjson
train games -o q.model --mode data --games 4
tune --resume tuning
version
web --addr 127.0.0.1:0
fleet serve --addr 127.0.0.1:0 --dir queue
`

// TestSchemas: what each command with --json prints is what outflank schema says.
func TestSchemas(t *testing.T) {
	old, err := filepath.Abs(filepath.Join("testdata", "old"))
	if err != nil {
		t.Fatal(err)
	}
	t.Chdir(t.TempDir())
	const short = "e6f4e3f6g5d6e7f5c5\n"
	if err := errors.Join(os.CopyFS(".", os.DirFS(old)), cli.UnpackDemoGames("wthor"), os.Mkdir("empty", 0o777),
		os.WriteFile("short.txt", []byte(short), 0o666),
		os.WriteFile("ends.obf", []byte("XXXOXXXXOXXXXXXXOOXXXXXXOOOXXXXXOOOXXOO-OOOOO---OOOOOOO-OOOOOOO- X; H5:+6;\n"), 0o666),
		os.WriteFile("agents.txt", []byte("random\ngreedy\nuct:sims=1\n"), 0o666),
		os.WriteFile("net.dna", []byte(strings.Repeat("0.5 ", 2*66)), 0o666)); err != nil {
		t.Fatal(err)
	}
	mirror := httptest.NewServer(http.FileServer(http.Dir("wthor")))
	defer mirror.Close()
	checked := map[string]bool{} // train --resume is compared in TestOldFiles
	var run func(args ...string)
	run = func(args ...string) {
		printed := said{args: append(args, "--json")}
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		var seen serving = func(line []byte) {
			var at cli.Served
			if json.Unmarshal(line, &at) != nil || at.URL == "" {
				return
			}
			if args[0] == "fleet" {
				run("fleet", "status", "--fleet", at.URL)
				run("fleet", "drain", "--all", "--fleet", at.URL)
				run("fleet", "release", "--fleet", at.URL)
			}
			cancel()
		}
		a := &cli.App{In: strings.NewReader(""), Out: io.MultiWriter(&printed.out, seen), Err: &printed.errors}
		printed.code = execute(a, ctx, printed.args)
		command, err := printed.check()
		if checked[command] = true; err != nil || command == "" {
			t.Errorf("outflank %s: %q %v\n%s", strings.Join(args, " "), command, err, &printed.errors)
		}
	}
	for line := range strings.Lines(strings.TrimSpace(answered)) {
		line = strings.Replace(strings.TrimSpace(line), "URL", mirror.URL+"/", 1)
		args := strings.Split(line, " ")
		if head, quoted, ok := strings.Cut(line, "gtp:"); ok {
			args = append(strings.Fields(head), "gtp:"+quoted)
		}
		run(args...)
	}
	var list []struct{ Command string }
	out, _ := runCommand(t, t.Context(), cli.Done, "schema", "--json")
	if err := json.Unmarshal([]byte(out), &list); err != nil {
		t.Fatal(err)
	}
	for _, c := range list {
		if !checked[c.Command] && c.Command != "error" { // which scripts compare
			t.Errorf("%s --json is not compared with its schema", c.Command)
		}
	}
}

// TestSchemasDescribe: the schemas of commands that list no fields in their help say what each field is.
func TestSchemasDescribe(t *testing.T) {
	for _, command := range []string{"runs", "runs compare", "sweep", "inspect"} {
		out, _ := runCommand(t, t.Context(), cli.Done, append([]string{"schema"}, strings.Fields(command)...)...)
		var schema struct {
			Defs map[string]struct {
				Properties map[string]struct{ Description string }
			} `json:"$defs"`
		}
		if err := json.Unmarshal([]byte(out), &schema); err != nil || len(schema.Defs) < 4 {
			t.Fatalf("%s: %d types, %v", command, len(schema.Defs), err)
		}
		for name, def := range schema.Defs {
			for field, p := range def.Properties {
				if p.Description == "" && (strings.HasPrefix(name, "run.") || strings.HasPrefix(name, "inspect.")) {
					t.Errorf("schema %s: %s of %s has no description", command, field, name)
				}
			}
		}
	}
}

// A serving is told what a server prints.
type serving func([]byte)

func (s serving) Write(p []byte) (int, error) { s(p); return len(p), nil }

// A said is what a command line with --json printed, to be compared with the schemas that outflank schema prints.
type said struct {
	args        []string
	out, errors bytes.Buffer
	code        int
}

// check compares the output, and each error, with its schema. It returns the command, "" if it has no --json.
func (s *said) check() (command string, err error) {
	if !slices.Contains(s.args, "--json") {
		return "", nil
	}
	c, _, err := root.Command(&cli.App{}).Find(s.args)
	if err != nil {
		return "", nil
	}
	if s.code != cli.Done {
		last := s.errors.String()[strings.LastIndexByte(strings.TrimSuffix(s.errors.String(), "\n"), '\n')+1:]
		if _, err := conforms([]string{"error"}, strings.NewReader(last)); err != nil {
			return "", err
		}
	}
	o := cli.OutputOf(c)
	if o == nil || s.out.Len() == 0 || slices.ContainsFunc(s.args, func(arg string) bool {
		return arg == "--help" || arg == cli.StandardOutput // which has something else
	}) {
		return "", nil
	}
	words := strings.Fields(c.CommandPath())[1:]
	n, err := conforms(words, &s.out)
	if n != 1 && !o.Lines && err == nil {
		err = errors.New("not one value")
	}
	return strings.Join(words, " "), err
}

var schemas sync.Map // by command, compiled

// conforms compares values with the schema of a command, and returns their number.
func conforms(command []string, values io.Reader) (n int, err error) {
	name := strings.Join(command, " ")
	schema, ok := schemas.Load(name)
	if !ok {
		var page bytes.Buffer
		a := &cli.App{In: strings.NewReader(""), Out: &page, Err: &page}
		if code := root.Run(context.Background(), a, append([]string{"schema"}, command...)); code != cli.Done {
			return 0, fmt.Errorf("outflank schema %s: exit code %d: %s", name, code, &page)
		}
		doc, err := jsonschema.UnmarshalJSON(&page)
		if err != nil {
			return 0, err
		}
		compiler := jsonschema.NewCompiler()
		if err := compiler.AddResource("schema.json", doc); err != nil {
			return 0, err
		}
		if schema, err = compiler.Compile("schema.json"); err != nil {
			return 0, fmt.Errorf("outflank schema %s: %w", name, err)
		}
		schemas.Store(name, schema)
	}
	d := json.NewDecoder(values)
	d.UseNumber()
	for {
		var v any
		if err := d.Decode(&v); errors.Is(err, io.EOF) {
			return n, nil
		} else if err != nil {
			return n, fmt.Errorf("%s --json: %w", name, err)
		}
		if err := schema.(*jsonschema.Schema).Validate(v); err != nil {
			return n, fmt.Errorf("%s --json: %w", name, err)
		}
		n++
	}
}
