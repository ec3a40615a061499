package stats_test

import (
	"encoding/json"
	"math"
	"math/rand/v2"
	"strconv"
	"testing"

	"github.com/outflank/outflank/dataset"
	"github.com/outflank/outflank/engine"
)

// madeGames returns random games, replayed, with players, years and theoretical
// scores. Some stop early; some have unknown players.
func madeGames(n int) []dataset.Game {
	games := randomGames(n)
	rng := rand.New(rand.NewPCG(8, 9))
	for i := range games {
		g := &games[i]
		_ = g.Replay()
		g.ID, g.Year, g.TournamentID, g.Tournament = int64(i), 2000+rng.IntN(4), i%3, "t"+strconv.Itoa(i%3)
		g.BlackID, g.WhiteID = rng.IntN(12), rng.IntN(12)
		g.Black, g.White = playerName(g.BlackID), playerName(g.WhiteID)
		if i%4 > 0 {
			g.Theory, g.TheoryEmpties = 2*rng.IntN(65)-64, 24
		}
	}
	return games
}

func playerName(id int) string {
	switch id {
	case 0:
		return "???"
	case 1:
		return "Robot (maker)"
	}
	return "Player " + strconv.Itoa(id)
}

// near complains unless got is want to within a relative error of 1e-9.
func near(t *testing.T, what string, got *float64, want float64) {
	t.Helper()
	if got == nil || math.Abs(*got-want) > 1e-9*max(1, math.Abs(want)) {
		t.Errorf("%s is %v, want %v", what, text(got), want)
	}
}

func text(x *float64) string {
	if x == nil {
		return "unknown"
	}
	return strconv.FormatFloat(*x, 'g', -1, 64)
}

// add counts games one by one.
func add[C interface{ Add(*dataset.Game) }](c C, games []dataset.Game) C {
	for i := range games {
		c.Add(&games[i])
	}
	return c
}

// mailbox is a position on an array of characters, as naive has it.
type mailbox struct {
	board [8][8]byte
	side  byte // 'X' black, 'O' white
}

func newMailbox() *mailbox {
	m := &mailbox{side: 'X'}
	m.board[3][3], m.board[4][4], m.board[3][4], m.board[4][3] = 'O', 'O', 'X', 'X'
	return m
}

// play makes a move, with the pass before it if there must be one.
func (m *mailbox) play(s engine.Square) (passed bool) {
	if !anyMove(&m.board, m.side) {
		m.side ^= 'X' ^ 'O'
		passed = true
	}
	flip(&m.board, int(s)%8, int(s)/8, m.side, true)
	m.side ^= 'X' ^ 'O'
	return passed
}

// count counts the squares that f is true of.
func (m *mailbox) count(f func(x, y int) bool) (n int) {
	for i := range 64 {
		if f(i%8, i/8) {
			n++
		}
	}
	return n
}

// at returns what lies on a square: X, O, 0 for nothing, 1 off the board.
func (m *mailbox) at(x, y int) byte {
	if x < 0 || x > 7 || y < 0 || y > 7 {
		return 1
	}
	return m.board[y][x]
}

func asJSON(t testing.TB, v any) string {
	t.Helper()
	text, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}
