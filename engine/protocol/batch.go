package protocol

import (
	"bufio"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"

	"github.com/outflank/outflank/engine"
)

// A BatchServer plays many games concurrently for another program, such as a learner. It keeps the boards,
// returns the legal moves, and plays the agent's moves on request. Forced passes are automatic. A request is
// a 4-byte count n followed by n steps; the reply is n states. All are little-endian structures without
// padding:
//
//	step  game (uint32)   below 1<<20; a game starts when it is first named
//	       action (int32)     a square, 0 = a1, 1 = b1, to 63 = h8; -1 restarts the game, -2 plays
//	                          the agent's move, -3 sets up a position with black to move, -4 with white
//	       black, white       discs of a position that is set up (uint64 each, bit 0 = a1), else ignored
//	state  black, white       discs (uint64 each)
//	       legal (uint64)     moves of the side to move
//	       turn (int8)        0 = black, 1 = white
//	       over (int8)        1 = neither side can move
//	       score (int8)       disc difference for black, empty squares to the side with more discs
//	       played (int8)      the square of the move that was made, -1 = none
//	       problem (int32)    0 = done, 1 = not legal, and nothing has changed
type BatchServer struct {
	Agent engine.Agent // moves when a step requests it
}

// A batchStep is one action in a game.
type batchStep struct {
	Game         uint32
	Action       int32
	Black, White uint64
}

// Actions that are not squares.
const (
	batchNew   = -1
	batchAgent = -2
	batchBlack = -3
	batchWhite = -4
)

// batchGames is the maximum number of games, and of steps in a request.
const batchGames = 1 << 20

// A batchState is a game after a step.
type batchState struct {
	Black, White, Legal       uint64
	Turn, Over, Score, Played int8
	Problem                   int32
}

// Serve answers requests until in or ctx ends. The end of in is not an error.
func (s BatchServer) Serve(ctx context.Context, in io.Reader, out io.Writer) error {
	r := bufio.NewReaderSize(in, 1<<16)
	w := bufio.NewWriterSize(out, 1<<16)
	games := map[uint32]engine.Position{}
	for ctx.Err() == nil {
		var n uint32
		err := binary.Read(r, binary.LittleEndian, &n)
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err == nil && n > batchGames {
			err = fmt.Errorf("protocol: a batch of %d steps, want at most %d", n, batchGames)
		}
		var steps []batchStep
		if err == nil {
			steps = make([]batchStep, n)
			err = binary.Read(r, binary.LittleEndian, steps)
		}
		if err != nil {
			return fmt.Errorf("protocol: batch: %w", err)
		}
		states := make([]batchState, n)
		for i, step := range steps {
			if states[i], err = s.step(ctx, games, step); err != nil {
				return err
			}
		}
		if err := errors.Join(binary.Write(w, binary.LittleEndian, states), w.Flush()); err != nil {
			return err
		}
	}
	return ctx.Err()
}

// step executes one step. It returns an error of the agent, or an error for a game number beyond the limit.
func (s BatchServer) step(ctx context.Context, games map[uint32]engine.Position,
	step batchStep) (batchState, error) {
	if step.Game >= batchGames {
		return batchState{}, fmt.Errorf("protocol: game %d, want one below %d", step.Game, batchGames)
	}
	p, ok := games[step.Game]
	if !ok {
		p = engine.StandardStart()
	}
	p, legal := p.Turn()
	state := batchState{Played: -1}
	switch step.Action {
	case batchNew:
		p = engine.StandardStart()
	case batchBlack, batchWhite:
		if next, err := setUp(step); err == nil {
			p = next
		} else {
			state.Problem = 1
		}
	case batchAgent:
		if legal == 0 {
			state.Problem = 1
			break
		}
		move, err := s.Agent.Choose(ctx, p.Board)
		if err != nil {
			return state, err
		}
		p, state.Played = engine.Position{Board: p.Board.Play(move), Color: p.Color.Opponent()}, int8(move)
	default:
		move := engine.Square(step.Action)
		if step.Action < 0 || step.Action > 63 || !legal.Has(move) {
			state.Problem = 1
			break
		}
		p, state.Played = engine.Position{Board: p.Board.Play(move), Color: p.Color.Opponent()}, int8(move)
	}
	p, legal = p.Turn()
	games[step.Game] = p
	return state.of(p, legal), nil
}

// setUp returns the position of a step.
func setUp(step batchStep) (engine.Position, error) {
	color, mine, theirs := engine.Black, step.Black, step.White
	if step.Action == batchWhite {
		color, mine, theirs = engine.White, step.White, step.Black
	}
	b, err := engine.NewBoard(engine.Standard().Shape, engine.Set(mine), engine.Set(theirs))
	return engine.Position{Board: b, Color: color}, err
}

// of returns s with the given position and its legal moves.
func (s batchState) of(p engine.Position, legal engine.Set) batchState {
	s.Black, s.White = uint64(p.Discs(engine.Black)), uint64(p.Discs(engine.White))
	s.Legal, s.Score = uint64(legal), int8(p.Score(engine.Black))
	if p.Color == engine.White {
		s.Turn = 1
	}
	if legal == 0 {
		s.Over = 1
	}
	return s
}
