package gauntlet

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/engine/arena"
	"github.com/outflank/outflank/engine/runtime/durable"
	"github.com/outflank/outflank/engine/runtime/fault"
	"github.com/outflank/outflank/qlearn/agents"
)

// identify returns the agent of a spec.
func identify(t *testing.T, spec string, files ...string) Agent {
	t.Helper()
	a, err := Identify(spec, files)
	if err != nil {
		t.Fatal(err)
	}
	return a
}

// TestHashOfAgent: the hash is of the spec and of the contents of all files, not of paths; the openings follow it.
func TestHashOfAgent(t *testing.T) {
	dir, other := t.TempDir(), t.TempDir()
	write := func(dir, name, text string) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		return path
	}
	tiny := func(dir, weight string) string { return write(dir, "tiny.player", "1\n1 1 18 0 0 "+weight) }
	a := identify(t, "player:file="+tiny(dir, "9"))
	same := identify(t, "player:file="+tiny(other, "9"))
	same.spec = a.spec
	if diff := cmp.Diff(a, same, cmp.AllowUnexported(Agent{})); diff != "" {
		t.Errorf("the folder matters: %s", diff)
	}
	if !strings.HasPrefix(a.Spec, "player:file=tiny.player@") || len(a.Files) != 0 || !a.Repeats {
		t.Errorf("%+v", a)
	}
	if renamed := identify(t, "player:file="+write(dir, "other.player", "1\n1 1 18 0 0 9")); renamed.SHA256 != a.SHA256 {
		t.Error("the name of a file matters")
	}
	if _, err := Identify("policy:at=127.0.0.1:9", nil); !fault.IsMisuse(err) {
		t.Errorf("an agent at an address: %v", err)
	}
	hashes := []string{a.SHA256, identify(t, "player:file="+tiny(dir, "8")).SHA256,
		identify(t, "player:ties=first,file="+tiny(dir, "9")).SHA256, identify(t, "greedy").SHA256,
		identify(t, "greedy", write(dir, "w", "1")).SHA256, identify(t, "greedy", write(dir, "w", "2")).SHA256,
	}
	engine := write(dir, "engine", "#!/bin/sh\n")
	if err := os.Chmod(engine, 0o777); err != nil {
		t.Fatal(err)
	}
	external := identify(t, `gtp:cmd="`+engine+` -w `+filepath.Join(dir, "w")+`"`)
	if len(external.Files) != 2 || external.Repeats {
		t.Errorf("%+v", external)
	}
	hashes = append(hashes, external.SHA256)
	if slices.Sort(hashes); len(slices.Compact(hashes)) != 7 {
		t.Errorf("equal hashes: %v", hashes)
	}
	b := a
	b.SHA256 = strings.Repeat("0", 64)
	if a.seed("greedy") == a.seed("swh") || a.seed("greedy") == b.seed("greedy") {
		t.Error("other anchors or agents have the same openings")
	}
}

// TestLossOfMoves: the best move loses nothing, and an illegal one as much as the worst.
func TestLossOfMoves(t *testing.T) {
	set, err := positions()
	if err != nil || len(set) != allPositions {
		t.Fatal(len(set), err)
	}
	for i, p := range set {
		var losses []float64
		for m := range p.Board.Moves().All() {
			losses = append(losses, p.loss(m))
		}
		if len(losses) != len(p.values) || slices.Min(losses) != 0 || p.loss(engine.None) != slices.Max(losses) {
			t.Errorf("position %d: %v", i+1, losses)
		}
		if n := p.Board.Empty().Len(); n < minEmpties || n > maxEmpties {
			t.Errorf("position %d has %d empty squares", i+1, n)
		}
	}
	p := set[0] // g1:12 a5:26 … h8:-12
	for name, want := range map[string]float64{"a5": 0, "g1": 14, "h8": 38, "a1": 38} {
		if m, _ := engine.ParseSquare(name); p.loss(m) != want {
			t.Errorf("%s loses %v, want %v", name, p.loss(m), want)
		}
	}
}

// TestRating: an agent with the results of an anchor has nearly the anchor's rating, even if one-sided matches end
// early; the random anchor has 0.
func TestRating(t *testing.T) {
	for of, name := range Anchors {
		var r Result
		for i := range Anchors {
			m := Match{}
			if m.Games = 200; i == of {
				m.Draws = 200
			}
			for _, p := range anchorPairs() {
				switch {
				case p.A == of && p.B == i:
					m.Wins, m.Draws, m.Losses = p.Wins, p.Draws, p.Losses
				case p.B == of && p.A == i:
					m.Wins, m.Draws, m.Losses = p.Losses, p.Draws, p.Wins
				}
			}
			for _, n := range []*int{&m.Wins, &m.Losses} {
				if *n == 200 {
					*n, m.Games = 42, 42
				}
			}
			r.Matches = append(r.Matches, m)
		}
		r.rate()
		if anchor := r.Matches[of]; math.Abs(r.Rating.Elo-anchor.AnchorElo) > 20 || r.Matches[0].AnchorElo != 0 {
			t.Errorf("%s: %+v, %+v", name, r.Rating, anchor)
		}
	}
	for wins, sign := range map[int]float64{0: -1, 40: 1} {
		if c := card(t, "agent", wins); c.Result.Rating.Elo*sign < 100 || math.Abs(c.Result.Rating.Elo) > 4000 {
			t.Errorf("%d wins of 40: %+v", wins, c.Result.Rating)
		}
	}
}

// TestRatingInterval: of many agents of one strength, about 95 % of the intervals contain it.
func TestRatingInterval(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 0))
	const elo, trials = 600.0, 400
	inside := 0
	for range trials {
		r := Result{}
		for i, a := range arena.Rate(anchorPairs()) {
			p := 1 / (1 + math.Pow(10, (a.Elo-arena.Rate(anchorPairs())[0].Elo-elo)/400))
			m := Match{PairSummary: arena.PairSummary{B: Anchors[i]}}
			for m.Games < maxGames && (m.Games < 40 || 1.96*m.Pentanomial.StdErr() > precision) {
				points := 0
				for range 2 {
					if rng.Float64() < p {
						points += 2
						m.Wins++
					} else {
						m.Losses++
					}
				}
				m.Games += 2
				m.Pentanomial[points]++
			}
			r.Matches = append(r.Matches, m)
		}
		if r.rate(); r.Rating.Low <= elo && elo <= r.Rating.High {
			inside++
		}
	}
	if inside < 0.92*trials || inside > 0.98*trials {
		t.Errorf("%d of %d intervals contain the strength", inside, trials)
	}
}

// measure runs a try-out; it stops after some games and moves.
func measure(t *testing.T, r Run, stop int) (*Card, error) {
	t.Helper()
	r.Quick = true
	var last Progress
	for p, err := range r.All(t.Context()) {
		if err != nil {
			return nil, err
		}
		if last = p; p.Done == stop {
			return nil, nil
		}
	}
	if last.Done != r.Total() {
		t.Errorf("%d of %d done", last.Done, r.Total())
	}
	return last.Card, nil
}

// Law: the result and its digest are the same for any number of workers, after an interruption, and when a whole run
// is repeated in its folder.
func TestSameCard(t *testing.T) {
	dirs := []string{t.TempDir(), t.TempDir()}
	agent := identify(t, "swh")
	by := Declared{Author: "a test"}
	want, err := measure(t, Run{Agent: agent, Dir: dirs[0], Workers: 1, Declared: by}, -1)
	if err != nil {
		t.Fatal(err)
	}
	for _, stop := range []int{30, 12*quickGames + 5, -1, -1} {
		got, err := measure(t, Run{Agent: agent, Dir: dirs[1], Workers: 3, Declared: by}, stop)
		if err != nil {
			t.Fatal(err)
		}
		if stop > 0 {
			continue
		}
		if diff := cmp.Diff(want, got, cmp.AllowUnexported(Agent{})); diff != "" {
			t.Errorf("other cards: %s", diff)
		}
		read, err := ReadCard(dirs[1])
		if err != nil || read.Digest != want.Digest || read.Line() != want.Line() {
			t.Errorf("%v, %v", read, err)
		}
	}
	for _, name := range []string{"card.json", "card.md", "card.html", "games.pgn"} {
		a, err1 := os.ReadFile(filepath.Join(dirs[0], name))
		b, err2 := os.ReadFile(filepath.Join(dirs[1], name))
		if err := errors.Join(err1, err2); err != nil || string(a) != string(b) {
			t.Errorf("%s differs: %v", name, err)
		}
	}
	if _, err = measure(t, Run{Agent: identify(t, "greedy"), Dir: dirs[0]}, -1); !isFileError(err) {
		t.Errorf("the state of another agent: %v", err)
	}
	again, err := measure(t, Run{Agent: agent, Dir: dirs[0], Declared: Declared{Name: "mine"}}, -1)
	if err != nil {
		t.Fatal(err)
	}
	if w := (Declared{Name: "mine", Author: "a test"}); again.Declared != w || again.Digest != want.Digest {
		t.Errorf("declared %+v, want %+v; digests %s and %s", again.Declared, w, again.Digest, want.Digest)
	}
	full := t.TempDir()
	if err := os.WriteFile(filepath.Join(full, "games.parquet"), nil, 0o666); err != nil {
		t.Fatal(err)
	}
	if _, err = measure(t, Run{Agent: agent, Dir: full}, -1); !fault.IsMisuse(err) {
		t.Errorf("a folder with other files: %v", err)
	}
}

func isFileError(err error) bool {
	_, ok := errors.AsType[*durable.FileError](err)
	return ok
}

// cheat plays an illegal move.
type cheat struct{}

func (cheat) Choose(context.Context, engine.Board) (engine.Square, error) {
	return engine.At(3, 3), nil
}

// silent answers nothing.
type silent struct{}

func (silent) Choose(context.Context, engine.Board) (engine.Square, error) {
	return engine.None, errors.New("no idea")
}

// TestFailures: illegal moves and errors lose games, and count as the worst moves.
func TestFailures(t *testing.T) {
	agents.Register("cheat", "a test", func(*rand.Rand) engine.Agent { return cheat{} })
	agents.Register("silent", "a test", func(*rand.Rand) engine.Agent { return silent{} })
	set, err := positions()
	if err != nil {
		t.Fatal(err)
	}
	worst := 0.0
	for _, p := range set[:quickPositions] {
		worst += p.loss(engine.None) / quickPositions
	}
	for spec, reason := range map[string]string{"cheat": "d4", "silent": "no idea"} {
		card, err := measure(t, Run{Agent: identify(t, spec), Dir: t.TempDir()}, -1)
		if err != nil {
			t.Fatal(err)
		}
		r := card.Result
		if r.Failures.Games != 12*quickGames || r.Failures.Moves != quickPositions ||
			!strings.Contains(r.Failures.First, reason) || math.Abs(r.Loss.Mean-worst) > 1e-9 || r.Rating.Elo > -100 {
			t.Errorf("%+v, %+v, %+v", r.Failures, r.Loss, r.Rating)
		}
	}
}

// card returns a made-up card of an agent that scores a share in each match.
func card(t *testing.T, name string, wins int) *Card {
	t.Helper()
	r := Result{Edition: Edition, Set: SetHash(), Standard: true, Agent: Agent{Spec: name, SHA256: name},
		Loss: arena.Loss{Mean: 2, Low: 1, High: 3, Moves: 9}}
	for _, a := range Anchors {
		r.Matches = append(r.Matches, Match{PairSummary: arena.PairSummary{A: name, B: a, Games: 40, Wins: wins,
			Losses: 40 - wins, Score: float64(wins) / 40, High: 1, Pentanomial: arena.Pentanomial{20 - wins/2, 0, 0, 0,
				wins / 2}}})
	}
	r.rate()
	return &Card{Result: r, Digest: r.digest()}
}

// TestLeaderboard: the best agent is first.
func TestLeaderboard(t *testing.T) {
	b := NewLeaderboard([]*Card{card(t, "weak", 10), card(t, "strong", 30)})
	if rows := b.Cells(); len(rows) != 3 || rows[1][0] != "strong" || rows[2][1] != "2" {
		t.Errorf("%v", rows)
	}
	dir := filepath.Join(t.TempDir(), "new", "board")
	if err := b.Write(dir); err != nil {
		t.Fatal(err)
	}
	html, err := os.ReadFile(filepath.Join(dir, "leaderboard.html"))
	if err != nil || strings.Count(string(html), "<svg") != 1 {
		t.Errorf("no pictures: %v", err)
	}
}

// TestChangedCard: a card that was changed by hand, even with a checksum that fits, is refused.
func TestChangedCard(t *testing.T) {
	path := filepath.Join(t.TempDir(), "card.json")
	for name, test := range map[string]struct {
		change func(c *Card)
		want   string
	}{
		"nothing": {func(*Card) {}, ""},
		"rating":  {func(c *Card) { c.Result.Rating.Elo += 100 }, "does not fit"},
		"loss":    {func(c *Card) { c.Result.Loss.Mean = 0 }, "does not fit"},
		"set":     {func(c *Card) { c.Result.Set = "0" }, "want edition"},
	} {
		c := card(t, "agent", 10)
		test.change(c)
		data, err := durable.Document(c)
		if err == nil {
			err = durable.WriteFile(path, data)
		}
		if err != nil {
			t.Fatal(err)
		}
		_, err = ReadCard(path)
		if test.want == "" && err != nil || test.want != "" && (!isFileError(err) ||
			!strings.Contains(err.Error(), test.want)) {
			t.Errorf("%s: %v", name, err)
		}
	}
	dir := t.TempDir()
	games := filepath.Join(dir, "games.pgn")
	if err := card(t, "agent", 10).write(dir, nil); err != nil {
		t.Fatal(err)
	}
	if _, err := ReadCard(dir); err != nil {
		t.Errorf("as written: %v", err)
	}
	if err := durable.WriteFile(games, []byte("1. f5")); err != nil {
		t.Fatal(err)
	}
	if _, err := ReadCard(dir); !isFileError(err) || !strings.Contains(err.Error(), games) {
		t.Errorf("other games: %v", err)
	}
}
