package experiment

import (
	"errors"
	"fmt"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"github.com/outflank/outflank/cmd/outflank/internal/cli"
	"github.com/outflank/outflank/cmd/outflank/internal/window"
	"github.com/outflank/outflank/engine/runtime/fault"
	"github.com/outflank/outflank/engine/runtime/text"
	"github.com/outflank/outflank/qlearn/study"
)

func experimentShowCommand(a *cli.App) *cobra.Command {
	asJSON := false
	c := &cobra.Command{
		Use:   "show NAME [DIR]",
		Short: "Show an experiment: the report's figures, ours, and the choices that the report leaves open",
		Long: `Show prints a report's claims and figures, our method, the choices that the report leaves open, in
its words, and the command that changes one of them. If DIR (default reports) contains a result of
the experiment, show prints our numbers beside the report's, with the verdicts on its claims.`,
		Example: `  outflank experiment show cs181-table-1
  outflank experiment show umea-bonus notebooks/reports`,
		Args: cobra.RangeArgs(1, 2),
		RunE: func(c *cobra.Command, args []string) error {
			dir := "reports"
			if len(args) > 1 {
				dir = args[1]
			}
			list, err := namedExperiments(args[:1])
			if err != nil || len(list) != 1 {
				return errors.Join(err, misuseOfAll(len(list)))
			}
			result, err := study.ReadResult(dir, list[0].Name)
			if err != nil && !errors.Is(err, os.ErrNotExist) {
				return experimentError(c.Context(), err)
			}
			shown := shownExperiment{entryOf(list[0]), nil}
			if err == nil {
				shown.Result = &result
			}
			return a.Report(asJSON, shown, func() { printShown(a, shown, dir) })
		},
	}
	cli.AddJSON(c, &asJSON, "print the experiment and its result as JSON", shownExperiment{})
	return c
}

// misuseOfAll returns the error for n experiments, for a command that takes one.
func misuseOfAll(n int) error {
	if n == 0 {
		return nil // another error already says that the name is wrong
	}
	return fault.Misusef("show: want one experiment, not all %d: `outflank experiment list` lists them", n)
}

// A shownExperiment is the result of show. Its JSON fields are stable.
type shownExperiment struct {
	Experiment experimentEntry `json:"experiment"`
	Result     *study.Result   `json:"result"` // null = not run yet
}

// printShown prints an experiment for people.
func printShown(a *cli.App, s shownExperiment, dir string) {
	e := s.Experiment
	fmt.Fprintf(a.Out, "%s: %s (report %s, %s)\n\n", e.Name, e.Title, e.Seed, e.Item)
	fmt.Fprintf(a.Out, "The report says:\n%s\n", wrapped(e.Wording))
	fmt.Fprintf(a.Out, "Its result:\n%s\n", wrapped(e.Paper))
	fmt.Fprintf(a.Out, "Here:\n%s\n", wrapped(e.Protocol))
	if s.Result != nil {
		fmt.Fprintf(a.Out, "Ours, at scale %g:\n\n", s.Result.Settings.Scale)
		printResult(a, *s.Result)
	} else {
		fmt.Fprintf(a.Out, "Ours: %s contains no result yet; to create it:\n  outflank experiment run %s "+
			"--scale 0.1\n\n", text.Quote(dir), e.Name)
	}
	if len(e.Choices) == 0 {
		fmt.Fprintln(a.Out, "The report leaves nothing open here.")
		return
	}
	fmt.Fprintln(a.Out, "The report leaves open:")
	for _, c := range e.Choices {
		fmt.Fprintf(a.Out, "\n  %s = %s\n%s%s", c.Name, strings.Join(c.Values, " | "), wrapped(c.Asks),
			wrapped(c.Open))
	}
	last := e.Choices[0]
	fmt.Fprintf(a.Out, "\nTo change one:\n  outflank experiment run %s --set %s --scale 0.1\n", e.Name,
		text.Quote(last.Name+"="+last.Values[len(last.Values)-1]))
}

// wrapped indents a text and breaks its lines.
func wrapped(s string) string { return strings.Join(window.Wrap("    "+s, 94), "\n") + "\n" }
