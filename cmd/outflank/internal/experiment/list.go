package experiment

import (
	"fmt"

	"github.com/spf13/cobra"

	"github.com/outflank/outflank/cmd/outflank/internal/cli"
	"github.com/outflank/outflank/qlearn/study"
)

func experimentListCommand(a *cli.App) *cobra.Command {
	var asJSON bool
	c := &cobra.Command{
		Use:   "list",
		Short: "List the experiments and what the reports found",
		Example: `  outflank experiment list
  outflank experiment list --json`,
		Args: cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			return a.Report(asJSON, experimentEntries(), func() { printExperiments(a) })
		},
	}
	c.Flags().BoolVar(&asJSON, "json", false, "print the list as JSON")
	return c
}

// An experimentEntry is what list says of an experiment, or of a result that nobody can
// repeat; the JSON fields are stable.
type experimentEntry struct {
	Name        string       `json:"name,omitempty"`
	Seed        string       `json:"seed"` // the report's number
	Item        string       `json:"item,omitempty"`
	Title       string       `json:"title"`
	Paper       string       `json:"paper_result"`
	Protocol    string       `json:"protocol,omitempty"`
	Machine     bool         `json:"depends_on_machine"`
	Claims      []claimEntry `json:"claims,omitempty"`
	NotRepeated string       `json:"not_repeated,omitempty"` // why
}

// A claimEntry is what list says of a claim; the JSON fields are stable.
type claimEntry struct {
	Says    string `json:"says"`
	Ours    bool   `json:"ours,omitempty"` // our question, no claim of the report
	Holds   string `json:"holds_if"`
	Refuted string `json:"refuted_if"`
}

// experimentEntries are the experiments and after them what is not repeated.
func experimentEntries() (list []experimentEntry) {
	for _, e := range study.All.Experiments {
		entry := experimentEntry{Name: e.Name, Seed: e.Seed, Item: e.Item, Title: e.Title, Paper: e.Result,
			Protocol: e.Protocol, Machine: e.Machine}
		for _, c := range e.Claims {
			entry.Claims = append(entry.Claims, claimEntry{c.Says, c.Ours, c.Test.Holds, c.Test.Refuted})
		}
		list = append(list, entry)
	}
	for _, l := range study.All.Lost {
		list = append(list, experimentEntry{Seed: l.Seed, Title: l.What, Paper: l.Result, NotRepeated: l.Reason})
	}
	return list
}

func printExperiments(a *cli.App) {
	for _, r := range study.All.Reports {
		fmt.Fprintf(a.Out, "%s  %s (%s)\n\n", r.Seed, r.Title, r.Authors)
		for _, e := range study.All.Experiments {
			if e.Seed == r.Seed {
				fmt.Fprintf(a.Out, "  %s\n      %s: %s\n      %s\n", e.Name, e.Item, e.Title, e.Result)
			}
		}
		for _, l := range study.All.Lost {
			if l.Seed == r.Seed {
				fmt.Fprintf(a.Out, "  not repeated: %s\n      %s\n", l.What, l.Reason)
			}
		}
		fmt.Fprintln(a.Out)
	}
}
