package arena

import (
	"context"
	"errors"
	"math/rand/v2"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/engine/live"
)

// A sleeper thinks for a time, or for as long as it may.
type sleeper struct {
	engine.Greedy
	takes time.Duration // 0 = as long as it may
	given *[]time.Duration
}

func (s sleeper) Choose(ctx context.Context, b engine.Board) (engine.Square, error) {
	if deadline, ok := ctx.Deadline(); ok && s.given != nil {
		*s.given = append(*s.given, time.Until(deadline).Round(time.Millisecond))
	}
	if s.takes > 0 {
		time.Sleep(s.takes)
	} else {
		<-ctx.Done()
	}
	return s.Greedy.Choose(context.Background(), b)
}

// A keeper is a sleeper that divides its time itself.
type keeper struct {
	sleeper
	left *[]time.Duration
}

func (k keeper) KeepTime(_ context.Context, _ live.Limit, left [2]time.Duration) error {
	time.Sleep(time.Minute) // to begin takes no time of the game
	*k.left = append(*k.left, left[engine.Black].Round(time.Millisecond))
	return nil
}

// TestLimit: who has used the time of a game has lost it; each move may add some; those who think for as
// long as they may do not lose.
func TestLimit(t *testing.T) {
	for _, test := range []struct {
		name   string
		limit  string
		takes  time.Duration
		played int // moves of black before the flag falls; 0 = the game ends
	}{
		{"in time", "31s", time.Second, 0},
		{"too late", "10s", time.Second, 9}, // the tenth uses the last of it
		{"with increments", "10s+1s", time.Second, 0},
		{"with small increments", "10s+500ms", time.Second, 18},
		{"one long move", "10s", 11 * time.Second, 0},
		{"as long as it may", "10s", 0, 0},
		{"as long as it may, with increments", "5s+1s", 0, 0},
	} {
		t.Run(test.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				limit, err := live.ParseLimit(test.limit)
				if err != nil {
					t.Fatal(err)
				}
				m := &Match{Games: 2, Limit: limit, Now: time.Now, Players: []Player{
					{Name: "slow", New: func(*rand.Rand) engine.Agent { return sleeper{takes: test.takes} }},
					{Name: "quick", New: func(*rand.Rand) engine.Agent { return engine.Greedy{} }},
				}}
				r, err := m.Play(t.Context(), m.Pairing(0))
				if err != nil {
					t.Fatal(err)
				}
				lost := test.played > 0 || test.takes > limit.All
				if lost != (r.Forfeit != nil) {
					t.Fatalf("forfeit %v", r.Forfeit)
				}
				if !lost {
					return
				}
				if !errors.Is(r.Forfeit, ErrTime) || r.Forfeit.Color != engine.Black || r.Score != -Forfeited {
					t.Errorf("forfeit %v, score %d", r.Forfeit, r.Score)
				}
				if got := r.Usage[engine.Black].Moves - 1; got != test.played {
					t.Errorf("it lost after %d moves, want %d: %v", got, test.played, r.Forfeit)
				}
			})
		})
	}
}

// TestTimekeeper: an agent that divides its time is told what is left before its clock runs, and may use
// all of it; another one is given a share.
func TestTimekeeper(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var left, given, shares []time.Duration
		m := &Match{Games: 2, Limit: live.Limit{All: 100 * time.Second, Each: time.Second}, Now: time.Now,
			Players: []Player{
				{Name: "keeper", New: func(*rand.Rand) engine.Agent { return keeper{sleeper{takes: 3 * time.Second, given: &given}, &left} }},
				{Name: "other", New: func(*rand.Rand) engine.Agent { return sleeper{takes: time.Second, given: &shares} }},
			}}
		r, err := m.Play(t.Context(), m.Pairing(0))
		if err != nil || r.Forfeit != nil {
			t.Fatal(err, r.Forfeit)
		}
		for i := range 3 {
			want := 100*time.Second - time.Duration(i)*2*time.Second
			if left[i] != want || given[i] != want {
				t.Errorf("move %d: told %v, given %v, want %v", i, left[i], given[i], want)
			}
		}
		if shares[0] > 4*time.Second || shares[0] < 2*time.Second {
			t.Errorf("the other one is given %v", shares[0])
		}
	})
}

// TestLimitIsKept: that a game was lost on time is known from its journal too.
func TestLimitIsKept(t *testing.T) {
	m := &Match{Games: 2, Limit: live.Limit{All: time.Nanosecond}, Now: time.Now, Players: []Player{
		{Name: "a", New: func(*rand.Rand) engine.Agent { return sleeper{takes: time.Millisecond} }},
		{Name: "b", New: func(*rand.Rand) engine.Agent { return engine.Greedy{} }},
	}}
	path := filepath.Join(t.TempDir(), "match.ndjson")
	j, err := createJournal(path, m, nil)
	if err != nil {
		t.Fatal(err)
	}
	before, err := j.play(m.Play)(t.Context(), m.Pairing(0))
	if err != nil {
		t.Fatal(err)
	}
	if err := j.close(); err != nil {
		t.Fatal(err)
	}
	if j, err = openJournal(path, m); err != nil {
		t.Fatal(err)
	}
	defer j.close()
	after, err := j.play(nil)(t.Context(), m.Pairing(0))
	if err != nil || !errors.Is(after.Forfeit, ErrTime) || after.Forfeit.Error() != before.Forfeit.Error() ||
		!strings.Contains(after.Forfeit.Error(), "lost on time: a move took ") {
		t.Errorf("%v, %v", after.Forfeit, err)
	}
	m.Now = nil
	for _, err := range m.Run(t.Context()) {
		if err == nil {
			t.Error("a match with a limit is played without a clock")
		}
		break
	}
}
