package protocol

import (
	"bytes"
	"encoding/binary"
	"io"
	"math/rand/v2"
	"testing"

	"github.com/outflank/outflank/engine"
)

// answered returns the states that a server answers each request with.
func answered(t *testing.T, requests ...[]batchStep) (states [][]batchState) {
	t.Helper()
	var in, out bytes.Buffer
	for _, steps := range requests {
		must(t, binary.Write(&in, binary.LittleEndian, uint32(len(steps))))
		must(t, binary.Write(&in, binary.LittleEndian, steps))
	}
	must(t, BatchServer{Agent: engine.Greedy{}}.Serve(t.Context(), &in, &out))
	for _, steps := range requests {
		list := make([]batchState, len(steps))
		must(t, binary.Read(&out, binary.LittleEndian, list))
		states = append(states, list)
	}
	if out.Len() > 0 {
		t.Errorf("%d bytes more", out.Len())
	}
	return states
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// Random games in a batch are those that engine plays, to their ends; the agent's moves are its own.
func TestBatchPlaysTheRules(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	games := make([]engine.Position, 7)
	var requests [][]batchStep
	var want [][]batchState
	for i := range games {
		games[i] = engine.StandardStart()
	}
	for range 64 {
		var steps []batchStep
		var states []batchState
		for i, p := range games {
			p, legal := p.Turn()
			if legal == 0 {
				continue
			}
			move := legal.Nth(rng.IntN(legal.Len()))
			step := batchStep{Game: uint32(i), Action: int32(move)}
			if rng.IntN(4) == 0 {
				step.Action = batchAgent
				move, _ = engine.Greedy{}.Choose(t.Context(), p.Board)
			}
			p, _ = p.Play(move)
			games[i] = p
			legal = p.Board.Moves()
			s := batchState{
				Black: uint64(p.Discs(engine.Black)), White: uint64(p.Discs(engine.White)), Legal: uint64(legal),
				Score: int8(p.Score(engine.Black)), Played: int8(move),
			}
			if p.Color == engine.White {
				s.Turn = 1
			}
			if legal == 0 {
				s.Over = 1
			}
			steps, states = append(steps, step), append(states, s)
		}
		requests, want = append(requests, steps), append(want, states)
	}
	for i, got := range answered(t, requests...) {
		for j := range got {
			if got[j] != want[i][j] {
				t.Fatalf("request %d, step %d: %+v, want %+v", i, j, got[j], want[i][j])
			}
		}
	}
}

// What is not legal changes nothing and is told.
func TestBatchRefuses(t *testing.T) {
	got := answered(t, []batchStep{
		{Game: 3, Action: 0}, {Game: 3, Action: 64}, {Game: 3, Action: -9},
		{Game: 3, Action: batchBlack, Black: 1, White: 1},
		{Game: 3, Action: batchBlack, Black: 1, White: 2},
		{Game: 3, Action: 2}, {Game: 3, Action: batchAgent}, {Game: 3, Action: batchNew},
	})[0]
	for i, want := range []int32{1, 1, 1, 1, 0, 0, 1, 0} {
		if got[i].Problem != want {
			t.Errorf("step %d: %+v, want problem %d", i, got[i], want)
		}
	}
	if got[5].Over != 1 || got[5].Score != 64 || got[7].Over != 0 ||
		got[7].Legal != uint64(engine.Standard().Moves()) {
		t.Errorf("a1 b1 c1 and after it: %+v, %+v", got[5], got[7])
	}
}

// A request that is too long, cut off or about too many games ends the service.
func TestBatchBounds(t *testing.T) {
	for _, in := range [][]byte{{0, 0, 0, 0xFF}, {1, 0, 0, 0, 5}, {1, 0},
		append([]byte{1, 0, 0, 0}, bytes.Repeat([]byte{0xFF}, 24)...)} {
		if err := (BatchServer{Agent: engine.Greedy{}}).Serve(t.Context(), bytes.NewReader(in),
			io.Discard); err == nil {
			t.Errorf("% x was taken", in)
		}
	}
}
