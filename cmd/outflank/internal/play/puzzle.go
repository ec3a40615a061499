package play

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"strings"

	"github.com/spf13/cobra"

	"github.com/outflank/outflank/cmd/outflank/internal/cli"
	"github.com/outflank/outflank/cmd/outflank/internal/practice"
	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/engine/notation"
	"github.com/outflank/outflank/engine/runtime/durable"
	"github.com/outflank/outflank/engine/runtime/text"
)

// progressFormat is the journal of a player's attempts.
var progressFormat = durable.Format{Name: "puzzles", Version: 1}

// An attempt is a puzzle that a player has tried, in the journal.
type attempt struct {
	Board  string `json:"board"`
	Move   string `json:"move"`
	Solved bool   `json:"solved"`
	Rating int    `json:"rating"` // of the player, afterwards
}

func puzzleCommand(a *cli.App) *cobra.Command {
	var progress string
	c := &cobra.Command{
		Use:   "puzzle FILE",
		Short: "Solve puzzles in the terminal, with a rating",
		Long: `Puzzle shows positions and asks for the best move. Enter a square, or one of these words:

  values   show the value of each move and go to the next puzzle; it counts as missed
  skip     go to the next puzzle; it does not count
  quit     stop

Each attempt changes your rating, as in a game against a player with the puzzle's rating. You start
at 1500. The next puzzle is the one with the rating nearest to yours of those that you have not tried.
Attempts are kept in FILE.progress, or in the file that --progress names.

FILE is OBF, such as "outflank puzzles" makes: positions with the values of their moves, and a rating
in the remark. The name endgames stands for 313 puzzles that ship with the program.`,
		Example: `  outflank puzzle endgames
  outflank puzzle puzzles.obf
  outflank puzzle ffo:20-39 --progress me.progress`,
		Args: cobra.ExactArgs(1),
		RunE: func(c *cobra.Command, args []string) error {
			list, err := practice.ReadPuzzles(a, args[0])
			if err != nil {
				return err
			}
			if progress == "" {
				progress = strings.ReplaceAll(args[0], ":", "-") + ".progress"
			}
			s := solver{rating: practice.StartRating, tried: map[string]bool{}}
			journal, err := openAttempts(progress, progressFormat, func(at attempt) {
				s.rating, s.tried[at.Board] = at.Rating, true
			})
			if err != nil {
				return err
			}
			s.asker = newAsker(c.Context(), a)
			return errors.Join(s.solve(c.Context(), list, journal), journal.Close())
		},
	}
	c.Flags().StringVar(&progress, "progress", "", "file with your attempts (default FILE.progress)")
	return c
}

// A solver is a player who solves puzzles.
type solver struct {
	asker
	rating   int
	tried    map[string]bool // boards
	solved   int             // in this session
	attempts int
}

// solve asks for the best moves until the input ends, the player stops or no puzzle is left.
func (s *solver) solve(ctx context.Context, list []notation.Problem, j *durable.Journal) error {
	for {
		i := practice.Next(list, s.rating, func(i int) bool { return s.tried[list[i].Position.String()] })
		if i < 0 {
			fmt.Fprintln(s.Out, "no puzzle is left")
			break
		}
		p := list[i]
		s.tried[p.Position.String()] = true
		question := fmt.Sprintf("%v to move, %s. Find the best move; rating %d.", p.Color,
			text.Plural(p.Board.Empty().Len(), "empty square"), practice.RatingOf(p))
		move, err := s.ask(ctx, p.Position, question, "values", "skip")
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return err
		}
		if move == "skip" {
			fmt.Fprintln(s.Out)
			continue
		}
		at := attempt{Board: p.Position.String(), Move: move, Solved: s.judge(p, move)}
		before := s.rating
		s.rating = practice.Rate(s.rating, practice.RatingOf(p), at.Solved)
		at.Rating = s.rating
		if err := j.Append(at); err != nil {
			return err
		}
		fmt.Fprintf(s.Out, "Your rating: %d (%+d)\n\n", s.rating, s.rating-before)
	}
	fmt.Fprintf(s.Out, "%d of %s solved, rating %d\n", s.solved, text.Plural(s.attempts, "puzzle"), s.rating)
	return nil
}

// judge shows the values of the moves and reports whether the move is the best.
func (s *solver) judge(p notation.Problem, move string) bool {
	s.attempts++
	tried, _ := engine.ParseSquare(move) // None for "values"
	best, loss := practice.Judge(p, tried)
	var values []string
	for _, m := range p.Moves {
		values = append(values, fmt.Sprintf("%v %+g", m.Move, m.Score))
	}
	switch {
	case loss == 0:
		s.solved++
		fmt.Fprint(s.Out, "Right")
	case math.IsInf(loss, 1):
		fmt.Fprintf(s.Out, "The best move is %v", best.Move)
	default:
		fmt.Fprintf(s.Out, "Wrong: %v loses %g discs, %v is best", tried, loss, best.Move)
	}
	fmt.Fprintf(s.Out, ". Values: %s\n", strings.Join(values, ", "))
	if from := practice.Source(p); from != "" {
		fmt.Fprintf(s.Out, "From %s\n", from)
	}
	return loss == 0
}
