package protocol

import (
	"context"
	"strconv"
	"time"

	"github.com/outflank/outflank/engine"
)

// A clock holds GTP's time settings: a main time for the game, then periods, each with a time and a number of
// moves. The zero clock has no limit.
type clock struct {
	set     bool
	period  time.Duration // of byo-yomi
	stones  int           // moves per period; 0 = no periods
	left    [2]time.Duration
	leftFor [2]int // number of moves to make in the time left; 0 = the rest of the game
}

// margin is subtracted from every limit for the transmission of the answer.
const margin = 20 * time.Millisecond

// limit returns the context for the next move of colour c. It ends after an even share of the side's time for
// the given number of empty squares.
func (k *clock) limit(ctx context.Context, c engine.Color,
	empties int) (context.Context, context.CancelFunc) {
	if !k.set {
		return context.WithCancel(ctx)
	}
	left, moves := k.left[c], k.leftFor[c]
	switch {
	case moves == 0 && left <= 0 && k.stones > 0:
		left, moves = k.period, k.stones
	case moves == 0:
		moves = empties/2 + 1
	}
	share := left / time.Duration(moves)
	return context.WithTimeout(ctx, max(share-margin, share/2))
}

// spend subtracts the time of a move, for clients that do not report the time left.
func (k *clock) spend(c engine.Color, used time.Duration) {
	k.left[c] = max(0, k.left[c]-used)
	k.leftFor[c] = max(0, k.leftFor[c]-1)
}

// timeSettings sets main time, period and stones. According to the specification, a period without stones
// means no limit.
func timeSettings(s *gtpSession, _ context.Context, args []string) (string, error) {
	n, err := wholeNumbers(args)
	if err != nil {
		return "", err
	}
	main, period, stones := seconds(n[0]), seconds(n[1]), n[2]
	s.clock = clock{set: period == 0 || stones > 0, period: period, left: [2]time.Duration{main, main}}
	if period > 0 {
		s.clock.stones = stones
	}
	return "", nil
}

// timeLeftCommand sets the time left. Its arguments are colour, seconds and stones; stones are 0 during
// the main time.
func timeLeftCommand(s *gtpSession, _ context.Context, args []string) (string, error) {
	c, err := colorOf(args[0])
	if err != nil {
		return "", err
	}
	n, err := wholeNumbers(args[1:])
	if err != nil {
		return "", err
	}
	s.clock.set = true
	s.clock.left[c], s.clock.leftFor[c] = seconds(n[0]), n[1]
	return "", nil
}

func seconds(n int) time.Duration { return time.Duration(n) * time.Second }

// wholeNumbers parses numbers of seconds and stones, 0 to a million.
func wholeNumbers(words []string) ([]int, error) {
	list := make([]int, len(words))
	for i, w := range words {
		n, err := strconv.Atoi(w)
		if err != nil || n < 0 || n > 1_000_000 {
			return nil, errSyntax
		}
		list[i] = n
	}
	return list, nil
}
