package notation_test

import (
	"bytes"
	"errors"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/engine/notation"
)

// seeds are texts of each format that fuzzing starts from, besides those of the
// table tests.
var seeds = map[string][]string{
	"transcript": {
		"f5d6c3\n", "F5 D6 C3 -- \r\n# x\n\nd3c3c4c5\t+6\tA\tB\tC\n", "1. f5 d6 2. c3; 40-24; Ann; Bob",
		"f5d6 1-0 # comment\nf5,d6,c3,-4:r,x\nf5|*|a|b", "e6f4 1/2-1/2",
	},
	"ggf": {
		ggfSample, "2 " + strings.TrimPrefix(ggfSample, "1 ") + ggfSample,
		"(;GM[Othello]TY[8k]KM[+2.5]KB[d3/1.5/2]RE[+1.5]BO[8 " + strings.Repeat("-", 27) + "O*------*O" +
			strings.Repeat("-", 27) + " *]B[d3//1]W[C3/-2];)",
		"(;GM[Othello]CO[Event: x]CO[y]BO[6 ------ ------ --O*-- --*O-- ------ ------ *]B[c2];)",
	},
	"pgn": {
		pgnSample, "1. f5 d6 2. c3 {[%eval 1.5] [%emt 0:01:02.5] good} d3 (2... f6) $3 *\n",
		"[Result \"0-1\"]\n[FEN \"8/8/8/3pP3/3Pp3/8/8/8 w - - 0 1\"]\n[Termination \"time forfeit\"]\n[Score " +
			"\"-6\"]\n\n1... d6 0-1\n",
		"[Event \"a \\\"b\\\"\"]\n\nf5 d6 {black wins} ; more\n1-0",
	},
	"sgf": {
		sgfSample, "(;GM[2]FF[4]AB[e4][d5]AW[d4][e5]PL[B]RE[W+R]GC[Score: -6\nNote: " +
			"x];B[f5]V[2]C[a\\]b](;W[d6];B[c3])(;W[f6]))",
		"(;FF[4]GM[2]SZ[6]B[c2];W[])",
	},
	"logbook": {"+d3-c3+c4-c5: -04 10\n", "+d3-c3: +00"},
}

const (
	ggfSample = "1 (;GM[Othello]PC[GGS/os]DT[2003.12.15_12:33:18.MST]PB[Ann]PW[Bob]RB[2196.37]RW[2200.35]TI[05:00//02:00]TY[8]RE[+6.000:r]BO[8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *]B[d3//0.01]W[c5/-2.39/0.01]B[f6/1];)\n"
	pgnSample = "[Event \"?\"]\n[Site \"PlayOK\"]\n[Date \"2021.03.11\"]\n[Round \"-\"]\n[Black " +
		"\"Ann\"]\n[White \"Bob\"]\n[Result \"47-17\"]\n[Time \"20:13:30\"]\n[BlackElo \"1224\"]\n[WhiteElo " +
		"\"1314\"]\n\n1. f5 d6 2. c4 d3 3. c3 f4 4. c5 b3\n5. c2 e3 47-17\n\n"
	sgfSample = "(;FF[4]GM[2]AP[edax:4.4]PC[Edax]DT[2014-02-21]PB[Ann]PW[Bob]SZ[8]AB[e4][d5]AW[d4][e5]PL[B]RE[B+6]B[f5];W[d6];B[c3];)\n"
)

// checkFixedPoint reads a text, writes what was read, and reads and writes that
// again: it must be read without flaw and written as the same text, and hold the
// same games.
func checkFixedPoint(t *testing.T, f notation.Format, text string) {
	t.Helper()
	var first bytes.Buffer
	var games []engine.Game
	for r, err := range f.Read(strings.NewReader(text)) {
		if err == nil && writes(t, f, &first, r) {
			games = append(games, r.Game)
		}
	}
	var second bytes.Buffer
	n := 0
	for r, err := range f.Read(strings.NewReader(first.String())) {
		switch {
		case err != nil:
			t.Fatalf("reading what was written: %v\n%s", err, first.String())
		case n >= len(games) || r.Start != games[n].Start || !slices.Equal(r.Moves, games[n].Moves):
			t.Fatalf("game %d is another one: %v\n%s", n, r.Game, first.String())
		case !writes(t, f, &second, r):
			t.Fatalf("cannot write again: %v", r.Game)
		}
		n++
	}
	if n != len(games) || first.String() != second.String() {
		t.Fatalf("%d games of %d\nfirst:  %q\nsecond: %q", n, len(games), first.String(), second.String())
	}
}

// writes writes a game, and tells whether the format can hold it.
func writes(t *testing.T, f notation.Format, b *bytes.Buffer, r notation.Record) bool {
	t.Helper()
	err := f.Write(b, r)
	if _, no := errors.AsType[*notation.UnsupportedError](err); err != nil && !no {
		t.Fatalf("%v: %v", r.Game, err)
	}
	return err == nil
}

// fuzzFixedPoint holds a format to the law, and any other format to it with what was
// read: a game that moves from file to file stays the same game.
func fuzzFixedPoint(f *testing.F, name string) {
	for _, seed := range seeds[name] {
		f.Add(seed)
	}
	from := format(f, name)
	f.Fuzz(func(t *testing.T, text string) {
		checkFixedPoint(t, from, text)
		for _, to := range notation.Formats() {
			for r, err := range from.Read(strings.NewReader(text)) {
				var b bytes.Buffer
				if err == nil && to.Write != nil && to.Name != name && writes(t, to, &b, r) {
					checkFixedPoint(t, to, b.String())
				}
			}
		}
	})
}

func FuzzTranscriptsAreFixed(f *testing.F) { fuzzFixedPoint(f, "transcript") }
func FuzzGGFIsFixed(f *testing.F)          { fuzzFixedPoint(f, "ggf") }
func FuzzPGNIsFixed(f *testing.F)          { fuzzFixedPoint(f, "pgn") }
func FuzzSGFIsFixed(f *testing.F)          { fuzzFixedPoint(f, "sgf") }
func FuzzLogbooksAreFixed(f *testing.F)    { fuzzFixedPoint(f, "logbook") }

// Problems are fixed, too.
func FuzzProblemsAreFixed(f *testing.F) {
	const start = "---------------------------OX------XO---------------------------"
	for _, seed := range []string{
		start + " X; F5:+0; D3:-2.5; % x\n", start + " O;\n\n% x", start + " Black 19 -2", start + " -2",
		"8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *", strings.Repeat("X", 64) +
			" O; PS:-64; --:3;",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		for _, name := range []string{"obf", "boards"} {
			format := format(t, name)
			again := func(text string) string {
				var b bytes.Buffer
				for p, err := range format.ReadProblems(strings.NewReader(text)) {
					if err == nil && format.WriteProblem(&b, p) != nil {
						t.Fatal("cannot write")
					}
				}
				return b.String()
			}
			first := again(text)
			if second := again(first); first != second {
				t.Fatalf("%s: %q, then %q", name, first, second)
			}
		}
	})
}

// Whatever a file begins with, no sniffer fails, and what is written is recognised.
func FuzzWrittenIsDetected(f *testing.F) {
	for name, texts := range seeds {
		for _, text := range texts {
			f.Add(name, text)
		}
	}
	f.Fuzz(func(t *testing.T, name, text string) {
		notation.Detect([]byte(text), name)
		from, err := notation.Named(name)
		if err != nil || from.Read == nil {
			return
		}
		for r, err := range from.Read(strings.NewReader(text)) {
			var b bytes.Buffer
			if err != nil || len(r.Moves) < 2 || from.Write(&b, r) != nil {
				continue
			}
			if got, err := notation.Detect(b.Bytes(), "x"); got.Name != name || err != nil {
				t.Fatalf("%s is detected as %q: %v\n%s", name, got.Name, err, b.String())
			}
		}
	})
}

// randomGame plays n random moves from the start of a shape.
func randomGame(rng *rand.Rand, sh engine.Shape, plies int) engine.Game {
	p, _ := sh.Start()
	g := engine.Game{Start: p}
	for range plies {
		legal := p.Board.Moves()
		if legal == 0 {
			break
		}
		s := legal.Nth(rng.IntN(legal.Len()))
		g.Moves = append(g.Moves, s)
		p, _ = p.Play(s)
	}
	return g
}

// Every game goes through every format that can hold it, with its result and notes.
func TestGamesSurvive(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 0))
	six, _ := engine.SquareShape(6)
	four, _ := engine.SquareShape(4)
	for i := range 300 {
		sh := []engine.Shape{engine.Full, six, four, engine.Hexagon(),
			engine.Full.Without(engine.SetOf(0, 63))}[i%5]
		r := notation.Record{Game: randomGame(rng, sh, rng.IntN(70)), Event: "E", Site: "S", Date: "2024.01.02",
			Round: "3", Black: "Ann", White: "Bob", BlackRating: 1500.5, WhiteRating: 1600}
		end, _ := r.End()
		r.Result = notation.Result{Kind: notation.Difference, Diff: float64(end.Score(engine.Black))}
		if !end.Board.Over() {
			r.Result.End = notation.TimedOut
		}
		for range r.Moves {
			r.Notes = append(r.Notes, notation.Note{Eval: float64(rng.IntN(100)-50) / 4, HasEval: true, Seconds: 0.5,
				HasTime: true})
		}
		for _, f := range notation.Formats() {
			if f.Write == nil {
				continue
			}
			lost, err := f.Loses(r)
			holds := sh == engine.Full || f.Name == "pgn" || (f.Name == "ggf" || f.Name == "sgf") &&
				(sh == six || sh == four)
			if f.Name == "transcript" && len(r.Moves) == 0 || f.Name == "logbook" && !end.Board.Over() {
				holds = false
			}
			if _, no := errors.AsType[*notation.UnsupportedError](err); no == holds || err != nil && !no {
				t.Fatalf("%s of a game on %v: %v", f.Name, sh, err)
			}
			want := map[string]string{
				"transcript": "Event Site Date Round BlackRating WhiteRating Notes",
				"logbook":    "Event Site Date Round Black White BlackRating WhiteRating Notes",
			}[f.Name]
			got := strings.Join(lost, " ")
			if len(r.Moves) == 0 {
				want = strings.TrimSuffix(want, " Notes")
			}
			if f.Name == "logbook" {
				got = strings.ReplaceAll(got, "Result ", "") // empty squares
			}
			if holds && got != want {
				t.Fatalf("%s loses %q, want %q: %+v", f.Name, got, want, r.Result)
			}
		}
	}
}
