package matches

import (
	"errors"
	"fmt"
	"io"

	"github.com/outflank/outflank/cmd/outflank/internal/cli"
	"github.com/outflank/outflank/engine/arena"
	"github.com/outflank/outflank/engine/runtime/durable"
	"github.com/outflank/outflank/engine/runtime/text"
)

// report prints the result. After an error, it does so only in text, and only if games were played and no
// wrong answers were used. Without an error, it also writes the cross-table files.
func (j *matchJob) report(r *arena.Summary, err error) error {
	if err != nil && (r.Played == 0 || j.asJSON || cli.UsedWrong(err)) {
		return err
	}
	if err == nil {
		err = j.writeCross(r)
	}
	if j.asJSON {
		return errors.Join(err, j.app.JSON(r))
	}
	j.print(r)
	if err == nil && j.dir != "" {
		j.app.Printf("\nwrote %s (%d games)\n", j.dir, r.Played)
	}
	return err
}

// writeCross writes the requested files with the cross-table.
func (j *matchJob) writeCross(r *arena.Summary) error {
	for _, path := range j.crossFiles {
		write, ok := arena.CrossTableFormat(cli.Extension(path))
		if !ok { // .html, as checkFiles has made sure
			write = func(_ arena.CrossTable, w io.Writer) error { return writePage(w, r, j.games) }
		}
		err := durable.Replace(path, func(w io.Writer) error { return write(r.CrossTable(), w) })
		if err != nil {
			return err
		}
	}
	return nil
}

// print prints the report for people.
func (j *matchJob) print(r *arena.Summary) {
	a := j.app
	if j.tournament {
		r.CrossTable().Fill(a.Table())
	} else {
		j.printPairs(r)
	}
	if line := r.Line(); line != "" {
		a.Printf("\n%s\n", line)
	} else {
		j.printRatings(r)
	}
	if r.Test != nil {
		j.printTest(r.Test)
	}
	j.printPlayers(r)
	protocol := ""
	if r.Protocol != "" {
		protocol = "protocol " + r.Protocol + ", "
	}
	if r.Clock != "" {
		protocol += "clock " + r.Clock + ", "
	}
	a.Printf("\n%sseed %s, %.0f %% of the moves random, %d random plies at the start, %.1f s\n", protocol,
		fmt.Sprint(r.Seed), 100*r.Perturb, r.Random, r.Seconds)
	if n := r.Different; n < r.Played/2 && n < arena.MaxDifferent {
		a.Printf("note: these are only %s, so the intervals mean little; use --perturb, "+
			"--random-plies or --openings\n", text.Plural(n, "different game"))
	}
	for _, p := range r.Players {
		if p.Forfeits > 0 {
			without := ""
			if p.Unplayed > 0 {
				without = fmt.Sprintf(" (%s without play)", text.Number(p.Unplayed))
			}
			a.Printf("%s forfeited %s%s, the first because: %s\n", p.Name, text.Plural(p.Forfeits, "game"), without,
				p.Reason)
		}
	}
}

func (j *matchJob) printPairs(r *arena.Summary) {
	t := j.app.Table()
	t.Row("", "", "games", "won", "drawn", "lost", "score", "95 %", "discs", "")
	for _, p := range r.Pairs {
		t.Row(p.A, p.B, text.Number(p.Games), text.Number(p.Wins), text.Number(p.Draws), text.Number(p.Losses),
			fmt.Sprintf("%.1f %%", 100*p.Score), fmt.Sprintf("%.1f–%.1f", 100*p.Low, 100*p.High),
			fmt.Sprintf("%+.1f", p.Discs), "")
	}
	t.Flush()
}

// printRatings prints the Elo ratings of several players relative to their mean.
func (j *matchJob) printRatings(r *arena.Summary) {
	j.app.Printf("\n")
	t := j.app.Table()
	t.Row("", "Elo", "95 %", "")
	for _, e := range r.Ratings {
		t.Row(e.Name, text.Signed(e.Elo), text.Signed(e.Low)+" to "+text.Signed(e.High), "")
	}
	t.Flush()
}

// printTest prints the outcome of a match's test, with its likelihood ratio.
func (j *matchJob) printTest(t *arena.Test) {
	verdict := "not decided yet"
	if t.Accept != "" {
		verdict = t.Accept + " accepted"
	}
	j.app.Printf("SPRT %v: %s\n", t.SPRT, verdict)
}

// printPlayers prints the resources that players used. Cells without data are empty.
func (j *matchJob) printPlayers(r *arena.Summary) {
	t := j.app.Table()
	j.app.Printf("\n")
	t.Row("", "games", "ms/move", "nodes/move", "mobility", "plies 1–20", "21–40", "41–", "crashes",
		"forfeits", "")
	for _, p := range r.Players {
		nodes := ""
		if p.Nodes > 0 {
			nodes = text.Number(int(p.Nodes))
		}
		t.Row(p.Name, text.Number(p.Games), fmt.Sprintf("%.3f", p.Millis), nodes, fmt.Sprintf("%.1f", p.Mobility),
			twoPhases(p, 0), twoPhases(p, 2), twoPhases(p, 4), text.Number(p.Crashes), text.Number(p.Forfeits), "")
	}
	t.Flush()
}

// twoPhases returns the mean mobility in two phases of ten plies each, from a phase on.
func twoPhases(p arena.PlayerSummary, from int) string {
	a, b := p.ByPhase[from], p.ByPhase[from+1]
	if a > 0 && b > 0 {
		a = (a + b) / 2
	} else {
		a += b
	}
	if a == 0 {
		return ""
	}
	return fmt.Sprintf("%.1f", a)
}
