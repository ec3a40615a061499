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

// A BatchServer plays many games at once for another program, such as one that learns: it keeps
// the boards and says what is legal, and its agent moves where it is asked to. A request is a count
// n and n steps, the reply n states, all as little-endian structures without gaps, see [BatchStep]
// and [BatchState]. Forced passes are done.
type BatchServer struct {
	Agent engine.Agent // plays where a step says [BatchAgent]
}

// A BatchStep is what is to be done in a game, 24 bytes. Games are made by naming them.
type BatchStep struct {
	Game   uint32 // below [BatchGames]
	Action int32  // a square, 0 = a1, 1 = b1, to 63 = h8; or one of the actions below
	Black  uint64 // discs of [BatchBlack] and [BatchWhite], bit 0 = a1; else ignored
	White  uint64
}

// Actions that are no squares.
const (
	BatchNew   = -1 // begin the game anew
	BatchAgent = -2 // the agent moves
	BatchBlack = -3 // set up a position with black to move
	BatchWhite = -4 // set up a position with white to move
)

// BatchGames is how many games there may be at a time, and how many steps in a request.
const BatchGames = 1 << 20

// A BatchState is a game after a step, 32 bytes.
type BatchState struct {
	Black, White uint64 // discs
	Legal        uint64 // moves of the side to move
	Turn         int8   // 0 = black, 1 = white
	Over         int8   // 1 = neither side can move
	Score        int8   // disc difference for black, -64 to 64, empty squares to the side with more discs
	Played       int8   // the square of the move that was made, -1 = none
	Problem      int32  // 0 = done, 1 = not legal, and nothing has changed
}

// Serve answers requests until in ends, which is no error, or ctx does.
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
		if err == nil && n > BatchGames {
			err = fmt.Errorf("protocol: a batch of %d steps, want at most %d", n, BatchGames)
		}
		var steps []BatchStep
		if err == nil {
			steps = make([]BatchStep, n)
			err = binary.Read(r, binary.LittleEndian, steps)
		}
		if err != nil {
			return fmt.Errorf("protocol: batch: %w", err)
		}
		states := make([]BatchState, n)
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

// step does one step. An error is one of the agent, or a game beyond the bound.
func (s BatchServer) step(ctx context.Context, games map[uint32]engine.Position,
	step BatchStep) (BatchState, error) {
	if step.Game >= BatchGames {
		return BatchState{}, fmt.Errorf("protocol: game %d, want one below %d", step.Game, BatchGames)
	}
	p, ok := games[step.Game]
	if !ok {
		p = engine.StandardStart()
	}
	p, legal := p.Turn()
	state := BatchState{Played: -1}
	switch step.Action {
	case BatchNew:
		p = engine.StandardStart()
	case BatchBlack, BatchWhite:
		if next, err := setUp(step); err == nil {
			p = next
		} else {
			state.Problem = 1
		}
	case BatchAgent:
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
		if step.Action < 0 || step.Action > 63 || !legal.Has(engine.Square(step.Action)) {
			state.Problem = 1
			break
		}
		p, state.Played = engine.Position{Board: p.Board.Play(engine.Square(step.Action)),
			Color: p.Color.Opponent()}, int8(step.Action)
	}
	p, legal = p.Turn()
	games[step.Game] = p
	return state.of(p, legal), nil
}

// setUp returns the position of a step.
func setUp(step BatchStep) (engine.Position, error) {
	color, mine, theirs := engine.Black, step.Black, step.White
	if step.Action == BatchWhite {
		color, mine, theirs = engine.White, step.White, step.Black
	}
	b, err := engine.NewBoard(engine.Standard().Shape, engine.Set(mine), engine.Set(theirs))
	return engine.Position{Board: b, Color: color}, err
}

// of adds a position.
func (s BatchState) of(p engine.Position, legal engine.Set) BatchState {
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
