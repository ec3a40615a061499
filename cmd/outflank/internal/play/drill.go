package play

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/outflank/outflank/cmd/outflank/internal/cli"
	"github.com/outflank/outflank/cmd/outflank/internal/practice"
	"github.com/outflank/outflank/dataset/stats"
	"github.com/outflank/outflank/dataset/store"
	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/engine/analysis"
	"github.com/outflank/outflank/engine/runtime/durable"
	"github.com/outflank/outflank/engine/runtime/fault"
	"github.com/outflank/outflank/engine/runtime/text"
	"github.com/outflank/outflank/qlearn/agents"
)

// drillFormat is the journal of the answers to a repertoire's positions.
var drillFormat = durable.Format{Name: "drill", Version: 1}

// A reply is an answer, in the journal.
type reply struct {
	Position      string `json:"position"` // its least image
	Move          string `json:"move"`     // "show" = none
	Right         bool   `json:"right"`
	practice.Card        // afterwards
}

func drillCommand(a *cli.App) *cobra.Command {
	t := trainer{cards: map[string]practice.Card{}, now: time.Now}
	var progress, side, games, player string
	var asJSON bool
	var depth int
	c := &cobra.Command{
		Use:   "drill REPERTOIRE --side SIDE",
		Short: "Train an opening repertoire, or show where games left it",
		Long: `Drill shows positions of REPERTOIRE and asks for your move. Enter a square, or one of these words:

  show     show the move and go to the next position; it counts as wrong
  skip     go to the next position; it does not count
  quit     stop

The file contains lines of moves, such as f5d6c3d3c4, or games in another format. "outflank repertoire"
makes one, and the name small stands for lines of the shipped book. A move is right if a line plays it in
this position, whatever moves led there, or in a symmetric image of it.

A session asks for the positions that are due and for --new others, in the order of the file. A right answer
makes a position due after 1, 2, 4 and more days, at most 128. After a wrong answer, drill asks again, and
the days begin at 1. Answers are kept in REPERTOIRE.progress, or in the file that --progress names.

With --games, drill lists the games that left the repertoire where it has a move, the side that left it, and
the cost: the value of the repertoire's best move minus the value of the move played, in discs for that side,
by searches of --depth plies. A negative cost means that the move was better.`,
		Example: `  outflank drill small --side black
  outflank drill black.txt --side black
  outflank drill black.txt --side black --new 5 --progress me.progress
  outflank drill black.txt --side black --games mine.pgn --player "Seeley Ben"`,
		Args: cobra.ExactArgs(1),
		RunE: func(c *cobra.Command, args []string) (err error) {
			why, allowed := "no effect without --games", []string{"side", "json", "progress", "new"}
			if games != "" {
				why, allowed = "no effect with --games", []string{"side", "json", "games", "player", "depth"}
			}
			color, err := engine.ParseColor(side)
			if err != nil {
				return fault.Misusef("--side %w", err)
			}
			if err = cli.RefuseFlags(c.Flags(), why, allowed...); err != nil {
				return err
			}
			if t.Repertoire, err = practice.ReadRepertoire(args[0], color); err != nil {
				return err
			}
			if games != "" {
				d, err := departuresFrom(c.Context(), t.Repertoire, a, games, player, depth)
				if err != nil {
					return err
				}
				return a.Report(asJSON, d, func() { d.print(a) })
			}
			journal, err := openAttempts(cmp.Or(progress, args[0]+".progress"), drillFormat, func(at reply) {
				t.cards[at.Position] = at.Card
			})
			if err != nil {
				return err
			}
			front := a
			if asJSON {
				front = a.Beside(cli.StandardOutput)
			}
			t.asker = newAsker(c.Context(), front)
			sum, err := t.train(c.Context(), journal)
			if err = errors.Join(err, journal.Close()); err != nil {
				return err
			}
			return a.Report(asJSON, sum, func() {
				a.Printf("%s, %d right; %d of %s due tomorrow, %d new\n", text.Plural(sum.Answers, "answer"), sum.Right,
					sum.Tomorrow, text.Plural(sum.Positions, "position"), sum.New)
			})
		},
	}
	f := c.Flags()
	f.StringVar(&side, "side", "", "your side: black or white")
	f.StringVar(&progress, "progress", "", "file with your answers (default REPERTOIRE.progress)")
	f.IntVar(&t.fresh, "new", 20, "positions to ask for the first time")
	f.StringVar(&games, "games", "", "show where the games of this file or folder left the repertoire")
	f.StringVar(&player, "player", "", "with --games: only games in which your side's name contains this text")
	f.IntVar(&depth, "depth", 12, "with --games: plies of the searches")
	cli.AddJSON(c, &asJSON, "print the summary or the list as JSON, and questions on standard error", drilled{},
		departures{})
	return c
}

// A trainer asks for the moves of a repertoire.
type trainer struct {
	asker
	*practice.Repertoire
	fresh int                      // positions to ask for the first time, at most
	cards map[string]practice.Card // by position
	now   func() time.Time
}

// A drilled is the result of a session; its JSON fields are stable.
type drilled struct {
	Answers   int `json:"answers"`
	Right     int `json:"right"`
	Positions int `json:"positions"` // in which the side has a move
	Tomorrow  int `json:"tomorrow"`  // positions that are due tomorrow or before
	New       int `json:"new"`       // positions without an answer
}

// train asks for the positions that are due, and again after wrong answers. It ends early if the input ends
// or the player stops.
func (s *trainer) train(ctx context.Context, j *durable.Journal) (sum drilled, err error) {
	queue := s.Due(s.cards, s.fresh, s.now())
	for i := 0; i < len(queue) && err == nil; i++ {
		p, _ := queue[i].End()
		name, _ := stats.Classify(queue[i])
		question := fmt.Sprintf("%v to move: %s  %s", s.Side, joinSquares(queue[i].Moves), name.Name)
		var move string
		if move, err = s.ask(ctx, p, strings.TrimRight(question, ": "), "show", "skip"); err != nil {
			break
		}
		if move == "skip" {
			fmt.Fprintln(s.Out)
			continue
		}
		key, moves := practice.Key(p), s.Moves(p)
		right := slices.ContainsFunc(moves, func(m engine.Square) bool { return m.String() == move })
		c := s.cards[key].Next(right, s.now())
		if err = j.Append(reply{key, move, right, c}); err != nil {
			break
		}
		s.cards[key] = c
		if sum.Answers++; right {
			sum.Right++
			fmt.Fprintf(s.Out, "Right: %s; again in %s\n\n", joinSquares(moves), text.Plural(1<<(c.Box-1), "day"))
		} else {
			queue = append(queue, queue[i])
			fmt.Fprintf(s.Out, "The repertoire plays %s\n\n", joinSquares(moves))
		}
	}
	sum.Positions = len(s.Items)
	sum.Tomorrow, sum.New, _ = s.Count(s.cards, practice.Day(s.now(), 1))
	if errors.Is(err, io.EOF) {
		err = nil
	}
	return sum, err
}

// A departures is the result of drill --games; its JSON fields are stable.
type departures struct {
	Side  string      `json:"side"`
	Depth int         `json:"depth"` // plies of the searches
	Games int         `json:"games"` // those compared
	Left  []departure `json:"left"`  // games that left the repertoire where it had a move
}

// A departure is a move with which a game left the repertoire.
type departure struct {
	ID       int64    `json:"id"` // of the game
	Opponent string   `json:"opponent"`
	Moves    string   `json:"moves"` // before
	Ply      int      `json:"ply"`   // of the move, from 1
	By       string   `json:"by"`    // black or white
	Played   string   `json:"played"`
	Expected []string `json:"expected"` // moves of the repertoire
	Cost     float64  `json:"cost"`     // value of the best of these minus that of the move played, in discs
}

// departuresFrom finds where the games of a player left a repertoire, and the costs.
func departuresFrom(ctx context.Context, r *practice.Repertoire, a *cli.App, path, player string,
	depth int) (d departures, err error) {
	if depth < 1 || depth > 60 {
		return d, fault.Misusef("--depth %d: want 1 to 60", depth)
	}
	games, err := a.ReadGames(ctx, "comparing", []string{path}, ofSide(store.Filter{Player: player}, r.Side))
	if err != nil {
		return d, err
	}
	d = departures{Side: r.Side.String(), Depth: depth, Left: []departure{}}
	limits := agents.AnalystLimits{Depth: depth, Exact: -1, Threads: runtime.NumCPU(), Bytes: 128 << 20}
	an, ranked := agents.NewAnalyst(engine.Full, limits, nil), map[engine.Board]analysis.Ranking{}
	for g, err := range games {
		if err = cmp.Or(err, ctx.Err()); err != nil {
			return d, err
		}
		d.Games++
		ply, expected := r.Leaving(g.Game)
		b := ply.Position.Board
		if expected == nil {
			continue
		}
		values, old := ranked[b]
		if !old {
			values = an.Best(ctx, b)
			ranked[b] = values
		}
		l := departure{ID: g.ID, Opponent: g.White, Moves: g.String()[:2*ply.Index], Ply: ply.Index + 1,
			By: ply.Position.Color.String(), Played: ply.Move.String(), Cost: math.Inf(-1)}
		if r.Side == engine.White {
			l.Opponent = g.Black
		}
		played, _ := values.Of(ply.Move)
		for _, m := range expected {
			line, _ := values.Of(m)
			l.Expected = append(l.Expected, m.String())
			l.Cost = max(l.Cost, math.Round(100*(line.Score-played.Score))/100)
		}
		d.Left = append(d.Left, l)
	}
	return d, ctx.Err()
}

// print prints a row for each game that left the repertoire.
func (d *departures) print(a *cli.App) {
	t := a.Table()
	t.Left(1)
	t.Least = []int{1, 2} // opponent, move
	t.Row("id", "opponent", "move", "left by", "played", "expected", "cost", "after")
	yours := 0
	for _, l := range d.Left {
		by := "opponent"
		if l.By == d.Side {
			by, yours = "you", yours+1
		}
		t.Row(fmt.Sprint(l.ID), l.Opponent, fmt.Sprint(l.Ply), by, l.Played, strings.Join(l.Expected, " "),
			fmt.Sprintf("%+.1f", l.Cost), l.Moves)
	}
	t.Flush()
	a.Printf("\n%s as %v: you left %d, opponents %d; search depth %d\n",
		text.Plural(d.Games, "game"), d.Side, yours, len(d.Left)-yours, d.Depth)
}
