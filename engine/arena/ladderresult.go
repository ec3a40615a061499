package arena

import (
	"fmt"
	"io"

	"github.com/outflank/outflank/engine/runtime/text"
)

// A LadderResult is the result of a [Ladder]. The JSON fields are stable.
type LadderResult struct {
	Rungs []Level `json:"rungs"` // the lowest level first
	Settings
	Judge *JudgeSettings `json:"judge,omitempty"` // null if no move was judged
}

// JudgeSettings describes the search that judged the moves, for boards of the first shape. Its settings may
// differ on other boards.
type JudgeSettings struct {
	Name  string `json:"name"`
	Depth int    `json:"depth"` // plies
	Exact int    `json:"exact"` // number of empty squares from which values are exact results
}

// A Level is an agent of a ladder.
type Level struct {
	Name string       `json:"name"`
	Elo  *float64     `json:"elo"`  // above the lowest level: the sum of the steps; null if a step is infinite
	Step *PairSummary `json:"step"` // the match against the level below; null for the lowest
	Loss *Loss        `json:"loss"` // null if no move was judged
}

// result combines the results of the matches with the losses.
func (r *run) result(losses []*Loss) *LadderResult {
	result := &LadderResult{Settings: r.settings}
	elo := new(float64)
	for i, name := range r.Config.Agents {
		rung := Level{Name: name, Loss: losses[i]}
		if i > 0 {
			rung.Step = &r.steps[i-1]
			elo = plus(elo, rung.Step.Elo)
		}
		rung.Elo = elo
		result.Rungs = append(result.Rungs, rung)
	}
	if losses[0] != nil {
		judge := r.Judge(r.moves[0][0].position.Board.Shape)
		result.Judge = &JudgeSettings{judge.Name, judge.Depth, judge.Exact}
	}
	return result
}

// plus returns the sum, or nil if one of the two is nil.
func plus(a, b *float64) *float64 {
	if a == nil || b == nil {
		return nil
	}
	return new(*a + *b)
}

// header is the table header of the levels.
var header = []string{"", "Elo", "step", "95 %", "games", "score", "discs", "loss", "95 %", "moves"}

// Cells returns the rows of a text table, beginning with the header. The columns are Elo above the lowest
// level; Elo, games, score and mean disc difference against the level below; and the discs lost per move.
func (r *LadderResult) Cells() (rows [][]string) {
	rows = append(rows, header)
	for _, g := range r.Rungs {
		row := make([]string, len(header))
		row[0], row[1] = g.Name, signed(g.Elo, "")
		if s := g.Step; s != nil {
			infinite := "-∞"
			if s.Score > 0.5 {
				infinite = "+∞"
			}
			row[2], row[3] = signed(s.Elo, infinite), signed(s.EloLow, "-∞")+" to "+signed(s.EloHigh, "+∞")
			row[4], row[5], row[6] = text.Number(s.Games), text.Share(s.Score), fmt.Sprintf("%+.1f", s.Discs)
		}
		if l := g.Loss; l != nil {
			row[7], row[8], row[9] = fmt.Sprintf("%.2f", l.Mean), fmt.Sprintf("%.2f–%.2f", l.Low, l.High),
				text.Number(l.Moves)
		}
		rows = append(rows, row)
	}
	return rows
}

// signed formats Elo points with a sign, or returns infinite if x is nil.
func signed(x *float64, infinite string) string {
	if x == nil {
		return infinite
	}
	return text.Signed(*x)
}

// Protocol describes how the ladder was measured.
func (r *LadderResult) Protocol() string {
	text := fmt.Sprintf("Each agent played %s against the one before it, every opening with both colours",
		text.Plural(r.Games, "game"))
	if r.Openings != "" {
		text += ", openings of " + r.Openings
	}
	text += fmt.Sprintf(", after %d random plies, seed %d.", r.Random, r.Seed)
	if r.Judge != nil {
		text += fmt.Sprintf(" Moves drawn from these games were judged by %s to depth %d, exactly from %d empty "+
			"squares on.", r.Judge.Name, r.Judge.Depth, r.Judge.Exact)
	}
	return text
}

// WriteMarkdown writes the table and the description.
func (r *LadderResult) WriteMarkdown(w io.Writer) error {
	if err := writeMarkdown(w, r.Cells(), 0); err != nil {
		return err
	}
	_, err := fmt.Fprintf(w, "\n%s\n", r.Protocol())
	return err
}

// WriteJSON writes the result as JSON.
func (r *LadderResult) WriteJSON(w io.Writer) error { return text.JSON(w, r) }
