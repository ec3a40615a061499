package matches

import (
	"errors"
	"fmt"
	"io"

	"github.com/outflank/outflank/cmd/outflank/cli"
	"github.com/outflank/outflank/engine/durable"
	"github.com/outflank/outflank/engine/report"
	"github.com/outflank/outflank/engine/tournament"
)

// report prints the result, also that of a match that ended with an error, and writes the
// cross-table of one that did not.
func (j *matchJob) report(r *tournament.Result, err error) error {
	if err != nil && (r.Played == 0 || j.asJSON) {
		return err
	}
	if err == nil {
		err = j.writeCross(r)
	}
	if j.asJSON {
		return errors.Join(err, report.JSON(j.app.Out, r))
	}
	j.print(r)
	if err == nil && j.dir != "" {
		j.app.Printf("\nwrote %s (%d games)\n", j.dir, r.Played)
	}
	return err
}

// writeCross writes the files that were asked for.
func (j *matchJob) writeCross(r *tournament.Result) error {
	for _, path := range j.crossFiles {
		write, _ := tournament.CrossTableFormat(cli.Extension(path)) // was checked
		err := durable.Replace(path, func(w io.Writer) error { return write(r.CrossTable(), w) })
		if err != nil {
			return err
		}
	}
	return nil
}

// print prints the report for people.
func (j *matchJob) print(r *tournament.Result) {
	a := j.app
	if j.crossTable {
		r.CrossTable().Fill(a.Table())
	} else {
		j.printPairs(r)
	}
	a.Printf("\n")
	t := a.Table()
	t.Row("", "Elo", "95 %", "")
	for _, e := range r.Ratings {
		t.Row(e.Name, report.Signed(e.Elo), report.Signed(e.Low)+" to "+report.Signed(e.High), "")
	}
	t.Flush()
	if len(r.Pairs) == 1 {
		j.printOne(r.Pairs[0])
	}
	if r.Test != nil {
		j.printTest(r.Test)
	}
	j.printPlayers(r)
	protocol := ""
	if r.Protocol != "" {
		protocol = "protocol " + r.Protocol + ", "
	}
	a.Printf("\n%sseed %s, %.0f %% of the moves random, %d random plies at the start, %.1f s\n", protocol, fmt.Sprint(r.Seed), 100*r.Perturb, r.Random, r.Seconds)
	if n := r.Different; n < r.Played/2 && n < tournament.MaxDifferent {
		a.Printf("note: only %d of the games are different, so the intervals mean little; use --perturb, --random-plies or --openings\n", n)
	}
	for _, p := range r.Players {
		if p.Forfeits > 0 {
			a.Printf("%s forfeited %s, the first because: %s\n", p.Name, report.Plural(p.Forfeits, "game"), p.Reason)
		}
	}
}

func (j *matchJob) printPairs(r *tournament.Result) {
	t := j.app.Table()
	t.Row("", "", "games", "won", "drawn", "lost", "score", "95 %", "discs", "")
	for _, p := range r.Pairs {
		t.Row(p.A, p.B, report.Number(p.Games), report.Number(p.Wins), report.Number(p.Draws), report.Number(p.Losses),
			fmt.Sprintf("%.1f %%", 100*p.Score), fmt.Sprintf("%.1f–%.1f", 100*p.Low, 100*p.High), fmt.Sprintf("%+.1f", p.Discs), "")
	}
	t.Flush()
}

// printOne prints what the pairs of games say about a match of two.
func (j *matchJob) printOne(p tournament.Pair) {
	j.app.Printf("\npairs of games with 0, ½, 1, 1½, 2 points for %s: %v\n", p.A, p.Pentanomial)
	if p.Pentanomial.Pairs() == 0 {
		return
	}
	j.app.Printf("from these: Elo %s (%s to %s), likelihood of superiority %.1f %%\n", points(p.Elo, p.Score), points(p.EloLow, 0), points(p.EloHigh, 1), 100*p.Superiority)
}

// points formats Elo points; nil is infinite, in the direction that the score says.
func points(elo *float64, score float64) string {
	switch {
	case elo != nil:
		return report.Signed(*elo)
	case score > 0.5:
		return "+∞"
	}
	return "-∞"
}

func (j *matchJob) printTest(t *tournament.Test) {
	verdict := "not decided yet"
	if t.Accept != "" {
		verdict = t.Accept + " accepted"
	}
	j.app.Printf("SPRT %v: LLR %.2f (%.2f to %.2f), %s\n", t.SPRT, t.LLR, t.Lower, t.Upper, verdict)
}

// printPlayers prints what the players used; columns of which nothing is known are
// left out.
func (j *matchJob) printPlayers(r *tournament.Result) {
	t := j.app.Table()
	j.app.Printf("\n")
	t.Row("", "games", "ms/move", "nodes/move", "mobility", "plies 1–20", "21–40", "41–", "crashes", "forfeits", "")
	for _, p := range r.Players {
		nodes := ""
		if p.Nodes > 0 {
			nodes = report.Number(int(p.Nodes))
		}
		t.Row(p.Name, report.Number(p.Games), fmt.Sprintf("%.3f", p.Millis), nodes, fmt.Sprintf("%.1f", p.Mobility),
			twoPhases(p, 0), twoPhases(p, 2), twoPhases(p, 4), report.Number(p.Crashes), report.Number(p.Forfeits), "")
	}
	t.Flush()
}

// twoPhases is the mean mobility of two parts of ten plies.
func twoPhases(p tournament.Player, from int) string {
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
