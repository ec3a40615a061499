package explore_test

import (
	"bytes"
	"io"
	"iter"
	"math/rand/v2"
	"testing"

	"go.uber.org/goleak"

	"github.com/outflank/outflank/dataset"
	"github.com/outflank/outflank/dataset/explore"
	"github.com/outflank/outflank/dataset/store"
	"github.com/outflank/outflank/engine"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// fileGames returns games with many common positions: on boards of two sizes, some turned, some with an
// illegal move, and n whole ones from the ordinary start.
func fileGames(t testing.TB, n int) (games []dataset.Game) {
	t.Helper()
	rng := rand.New(rand.NewPCG(5, 6))
	small, err := engine.ParseShape("6x6")
	if err != nil {
		t.Fatal(err)
	}
	start, err := small.Start()
	if err != nil {
		t.Fatal(err)
	}
	for i := range n + 6 {
		g := dataset.Game{Game: engine.Game{Start: engine.StandardStart()}, ID: int64(i), TournamentID: -1,
			BlackID: -1, WhiteID: -1}
		if i < 2 {
			g.Start = start
		}
		g.Moves, _ = g.Start.RandomMoves(64, rng)
		switch i {
		case 2, 3:
			g.Moves = append(g.Moves[:2*i], engine.At(3, 3))
		case 4, 5:
			g.Game = g.Game.Transform(3)
		}
		_ = g.Replay() // illegal moves are wanted
		g.Score = g.Replayed
		games = append(games, g)
	}
	return games
}

// tables makes tables of games.
func tables(t testing.TB, games ...dataset.Game) *store.Games {
	t.Helper()
	dir := t.TempDir()
	w, err := store.Create(dir, store.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer w.Abort()
	for _, g := range games {
		if err := w.Write(g); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := w.Commit(); err != nil {
		t.Fatal(err)
	}
	g, err := store.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// indexed makes tables of games and their file.
func indexed(t testing.TB, games ...dataset.Game) (*store.Games, []byte) {
	t.Helper()
	g := tables(t, games...)
	return g, built(t, g, 0)
}

// built builds an index; in passes of most entries unless most is 0.
func built(t testing.TB, g *store.Games, most int) []byte {
	t.Helper()
	var b bytes.Buffer
	progress := explore.Write(t.Context(), g, &b)
	if most > 0 {
		progress = explore.WriteIn(t.Context(), g, &b, most)
	}
	var last explore.Progress
	for p, err := range progress {
		if err != nil {
			t.Fatal(err)
		}
		last = p
	}
	if last.Done != last.Total || last.Bytes != int64(b.Len()) || last.Games != g.Rows() {
		t.Errorf("the building ended with %+v after %d bytes", last, b.Len())
	}
	return b.Bytes()
}

func open(b []byte) (*explore.File, error) { return explore.Open(bytes.NewReader(b), int64(len(b))) }

// reached returns by the long way which games reach each position, by hash.
func reached(games []dataset.Game) (boards map[uint64]engine.Board, hits map[uint64][]explore.Ref) {
	boards, hits = map[uint64]engine.Board{}, map[uint64][]explore.Ref{}
	for i := range games {
		for n := range len(games[i].Moves) + 1 {
			part := games[i].Game
			part.Moves = part.Moves[:n]
			p, err := part.End()
			if err != nil {
				break
			}
			h := dataset.PositionHash(p.Board)
			boards[h] = p.Board
			hits[h] = append(hits[h], explore.Ref{ID: games[i].ID, Ply: n})
		}
	}
	return boards, hits
}

// damages yields damaged copies of a file: nothing, something behind it, and n times a bit flipped, the
// end cut off or a run overwritten.
func damages(good []byte, n int) iter.Seq[[]byte] {
	return func(yield func([]byte) bool) {
		if !yield(nil) || !yield(append(bytes.Clone(good), 0)) {
			return
		}
		rng := rand.New(rand.NewPCG(1, 2))
		for range n {
			bad := bytes.Clone(good)
			switch at := rng.IntN(len(bad)); rng.IntN(3) {
			case 0:
				bad = bad[:at]
			case 1:
				for i := at; i < min(len(bad), at+16); i++ {
					bad[i] = byte(rng.Uint32())
				}
			default:
				bad[at] ^= 1 << rng.IntN(8)
			}
			if !bytes.Equal(bad, good) && !yield(bad) {
				return
			}
		}
	}
}

// full is a disk without room.
type full struct{}

func (full) Write([]byte) (int, error) { return 0, io.ErrShortWrite }
