package data

import (
	"cmp"
	"context"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/outflank/outflank/cmd/outflank/internal/cli"
	"github.com/outflank/outflank/dataset/label"
	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/engine/arena"
	"github.com/outflank/outflank/engine/notation"
	"github.com/outflank/outflank/engine/runtime/durable"
	"github.com/outflank/outflank/engine/runtime/fault"
	"github.com/outflank/outflank/engine/runtime/text"
	"github.com/outflank/outflank/qlearn/agents"
)

// A claim is a statement of a file: with best play, the result of a position is from Low to High discs for
// the side to move.
type claim struct {
	notation.Problem
	Low, High float64
}

// A contradiction is a claim that the search refutes.
type contradiction struct {
	Line  int     `json:"line"` // of the claim in the file
	Board string  `json:"board"`
	Low   float64 `json:"low"` // claimed, in discs for the side to move
	High  float64 `json:"high"`
	Score float64 `json:"score"` // the result of best play
}

// An auditResult is the answer of audit.
type auditResult struct {
	Claims  int             `json:"claims"`  // in the file
	Beyond  int             `json:"beyond"`  // claims with more than --exact empty squares
	Checked int             `json:"checked"` // claims drawn from the others and solved
	Wrong   []contradiction `json:"wrong"`

	// Rate is the share of wrong claims among the checked ones. RateAtMost is the upper end of its 95 % interval
	// ([arena.Wilson]), for all claims with at most --exact empty squares.
	Rate       float64 `json:"rate"`
	RateAtMost float64 `json:"rate_at_most"`
}

func auditCommand(a *cli.App) *cobra.Command {
	o := label.Options{Settings: label.Settings{Exact: 20, HashBytes: 16 << 20}}
	var path string
	var sample int
	var seed uint64
	var asJSON bool
	var fleet cli.Fleet
	c := &cobra.Command{
		Use:   "audit CLAIMS -o FILE",
		Short: "Check a sample of the scores in a file by solving its positions again",
		Long: `Audit draws claims about positions from a file, solves the positions and reports the claims that
are wrong. It ends with an upper bound of the share of wrong claims in the file.

CLAIMS is a file of positions with scores, such as OBF, where the best score of a position is
the claim. Or it is CSV with a line of column names: obf, and two columns whose names contain
lower and upper, as published with "Othello is solved" (Takizawa 2023). The result of best play
must be from lower to upper. A row whose column accuracy is below 100 is a prediction, which is
no claim. All values are disc differences for the side to move, with empty squares for the winner.

Audit draws from the claims with at most --exact empty squares, so the bound is for these. The
same --seed draws the same claims. FILE gets the positions with their scores, as label writes
them. After an interruption, run the same command again: it resumes. The exit code is 1 if a
claim is wrong.`,
		Example: `  outflank audit claims.obf -o checked.obf
  outflank audit knowledge.csv -o checked.obf --exact 36 --sample 100 --fleet nats://10.0.0.1:4222
  outflank audit endings.obf -o checked.obf --sample 0 --json`,
		Args: cobra.ExactArgs(1),
		RunE: func(c *cobra.Command, args []string) error {
			if path == "" {
				return cli.NoOutput("the file for the solved positions", "checked.obf")
			}
			err := errors.Join(wantExtension(path, ".obf"), cli.FlagError(o.Settings.Check()))
			if err == nil && sample < 0 {
				err = fault.Misusef("--sample %d: want 0 (all) or more", sample)
			}
			if err == nil {
				err = cli.CheckOutputs(args, path)
			}
			if err != nil {
				return err
			}
			claims, err := readClaims(a, args[0])
			if err == nil {
				err = agents.SetModel(&o, "")
			}
			if err != nil {
				return err
			}
			r := auditResult{Claims: len(claims), Wrong: []contradiction{}}
			claims = drawClaims(claims, o.Settings.Exact, sample, seed, &r)
			if len(claims) == 0 {
				return fault.Misusef("%s: all %s have more than %d empty squares; raise --exact", args[0],
					text.Plural(r.Claims, "claim"), o.Settings.Exact)
			}
			farm, end, err := fleet.Farm(c.Context(), a, path, label.WorkOf(path))
			if err != nil {
				return err
			}
			defer end()
			o.Farm = farm
			if err := audit(a, c.Context(), claims, path, o, &r); err != nil {
				return err
			}
			return reportAudit(a, r, asJSON)
		},
	}
	f := c.Flags()
	f.StringVarP(&path, "output", "o", "", "file for the solved positions, which ends in .obf")
	f.IntVar(&o.Settings.Exact, "exact", o.Settings.Exact, "draw from claims with at most n empty squares")
	f.IntVar(&sample, "sample", 1000, "number of claims to check; 0 = all")
	f.Uint64Var(&seed, "seed", 1, "seed of the sample")
	cli.AddHashFlag(c, &o.Settings.HashBytes, "memory of each worker's transposition table")
	cli.AddWorkersFlag(c, &o.Workers, "concurrent searches")
	fleet.AddFlags(c)
	cli.AddJSON(c, &asJSON, "print as JSON", auditResult{})
	return c
}

// drawClaims returns a sample of the claims with at most exact empty squares, in the order of the file; n = 0
// means all. It counts the other claims.
func drawClaims(claims []claim, exact, n int, seed uint64, r *auditResult) []claim {
	within := slices.DeleteFunc(claims, func(c claim) bool { return c.Board.Empty().Len() > exact })
	r.Beyond = r.Claims - len(within)
	if n == 0 || n >= len(within) {
		return within
	}
	chosen := rand.New(rand.NewPCG(seed, engine.StreamSubset)).Perm(len(within))[:n]
	slices.Sort(chosen)
	sample := make([]claim, n)
	for i, at := range chosen {
		sample[i] = within[at]
	}
	return sample
}

// audit solves the positions of claims and compares.
func audit(a *cli.App, ctx context.Context, claims []claim, path string, o label.Options,
	r *auditResult) error {
	list := make([]notation.Problem, len(claims))
	for i, c := range claims {
		list[i] = notation.Problem{Position: c.Position, Comment: c.Comment, Line: c.Line}
	}
	if _, err := a.Label(ctx, label.Problems(list), path, o, "labelling", "position"); err != nil {
		return err
	}
	f, err := durable.Open(path)
	if err != nil {
		return err
	}
	defer f.Close()
	for p, err := range notation.OBF.ReadProblems(f) {
		if err != nil {
			return fmt.Errorf("%s: %w", path, err)
		}
		c := claims[r.Checked]
		r.Checked++
		if score := p.Moves[0].Score; score < c.Low || score > c.High {
			r.Wrong = append(r.Wrong, contradiction{c.Line, c.Position.String(), c.Low, c.High, score})
		}
	}
	r.Rate = float64(len(r.Wrong)) / float64(r.Checked)
	_, r.RateAtMost = arena.Wilson(r.Rate, r.Checked)
	return nil
}

// reportAudit prints the result. Wrong claims make the command fail.
func reportAudit(a *cli.App, r auditResult, asJSON bool) error {
	if asJSON {
		if err := a.JSON(r); err != nil {
			return err
		}
	} else {
		for _, w := range r.Wrong {
			claimed := fmt.Sprintf("%+g", w.Low)
			if w.Low != w.High {
				claimed += fmt.Sprintf(" to %+g", w.High)
			}
			a.Printf("line %d: claimed %s, solved %+g: %s\n", w.Line, claimed, w.Score, w.Board)
		}
		a.Printf("%s of %s checked, %d wrong (%.2f %%); at most %.2f %% of the claims within --exact are wrong, "+
			"at 95 %%\n", text.Number(r.Checked), text.Plural(r.Claims, "claim"), len(r.Wrong), 100*r.Rate,
			100*r.RateAtMost)
		if r.Beyond > 0 {
			a.Printf("not checked: %s with more than --exact empty squares\n", text.Plural(r.Beyond, "claim"))
		}
	}
	if len(r.Wrong) > 0 {
		return fmt.Errorf("found %s", text.Plural(len(r.Wrong), "wrong claim"))
	}
	return nil
}

// readClaims reads the claims of a file.
func readClaims(a *cli.App, path string) (list []claim, err error) {
	if holdsProblems(path) {
		read, err := a.ReadProblems([]string{path}, 1)
		if err != nil {
			return nil, err
		}
		for _, p := range read {
			if len(p.Moves) > 0 {
				best := slices.MaxFunc(p.Moves, func(a, b notation.Scored) int { return cmp.Compare(a.Score, b.Score) })
				list = append(list, claim{p.Problem, best.Score, best.Score})
			}
		}
	} else {
		f, err := durable.Open(path)
		if err != nil {
			return nil, err
		}
		defer f.Close()
		if list, err = readBounds(f); err != nil {
			return nil, fault.BadInput(fmt.Errorf("%s: %w", path, err))
		}
	}
	if len(list) == 0 {
		return nil, fault.BadInputf("%s: no claims: expected positions with scores", path)
	}
	return list, nil
}

// readBounds reads claims as CSV.
func readBounds(in io.Reader) (list []claim, err error) {
	r := csv.NewReader(in)
	r.ReuseRecord = true
	header, err := r.Read()
	if err != nil {
		return nil, fmt.Errorf("expected OBF, or CSV with columns obf, lower and upper: %w", err)
	}
	column := func(word string) int {
		return slices.IndexFunc(header, func(name string) bool {
			return strings.Contains(strings.ToLower(name), word)
		})
	}
	board, low, high, sure := column("obf"), column("lower"), column("upper"), column("accuracy")
	if board < 0 || low < 0 || high < 0 {
		return nil, fmt.Errorf("line 1: the columns are %.80q, expected OBF, or CSV with obf, lower and upper",
			strings.Join(header, ","))
	}
	for {
		row, err := r.Read()
		if err == io.EOF {
			return list, nil
		}
		if err != nil {
			return nil, err
		}
		c := claim{}
		c.Line, _ = r.FieldPos(0)
		c.Position, err = engine.ParsePosition(strings.TrimSuffix(strings.TrimSpace(row[board]), ";"))
		if err == nil && c.Board.Shape != engine.Full {
			err = errors.New("want the full 8x8 board")
		}
		if err != nil {
			return nil, fmt.Errorf("line %d, column obf: %w", c.Line, err)
		}
		confidence := 100.0
		for _, f := range []struct {
			at   int
			to   *float64
			most float64
		}{{low, &c.Low, 64}, {high, &c.High, 64}, {sure, &confidence, 100}} {
			if f.at < 0 {
				continue
			}
			if *f.to, err = strconv.ParseFloat(row[f.at], 64); err != nil || *f.to < -f.most || *f.to > f.most {
				return nil, fmt.Errorf("line %d: %.40q, expected a number up to %g", c.Line, row[f.at], f.most)
			}
		}
		if c.Low > c.High {
			return nil, fmt.Errorf("line %d: the lower bound %g is above the upper bound %g", c.Line, c.Low, c.High)
		}
		if confidence == 100 {
			list = append(list, c)
		}
	}
}
