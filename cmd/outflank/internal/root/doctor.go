package root

import (
	"cmp"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/outflank/outflank/cmd/outflank/internal/cli"
)

func doctorCommand(a *cli.App) *cobra.Command {
	var asJSON bool
	c := &cobra.Command{
		Use:   "doctor [FOLDER]",
		Short: "Check this machine: processor, memory, terminal, disk, clock, other programs",
		Long: `Doctor checks this machine for everything that Outflank needs, and explains how to get missing
parts. The last line shows the command to type next.

  ok       works
  missing  is optional; its purpose and how to get it are explained below the table
  broken   results or files would be wrong on this machine; the exit code is 1

FOLDER is the folder that you will write to; the default is the current folder. Doctor removes
the files that it writes there.`,
		Example: `  outflank doctor
  outflank doctor /mnt/games --json`,
		Args: cobra.MaximumNArgs(1),
		RunE: func(_ *cobra.Command, args []string) error {
			list := examine(a, append(args, ".")[0], exec.LookPath)
			err := broken(list)
			return cmp.Or(a.Report(asJSON, list, func() {
				printFindings(a, list)
				a.Printf("\nNext: %s\n", next(err))
			}), err)
		},
	}
	cli.AddJSON(c, &asJSON, "print the findings as JSON", []finding{})
	return c
}

// A finding is doctor's report on one subject. Its JSON fields are stable.
type finding struct {
	Name   string `json:"name"`             // name of the subject, one word
	State  string `json:"state"`            // fine, missing or bad
	Found  string `json:"found"`            // the finding, one line
	Advice string `json:"advice,omitempty"` // what to do if it is not fine
}

// The printed states of findings.
const (
	fine    = "ok"
	missing = "missing"
	bad     = "broken"
)

// examine runs all checks. look finds a program by its name, as [exec.LookPath] does.
func examine(a *cli.App, folder string, look func(string) (string, error)) []finding {
	return []finding{
		checkProcessor(), checkRules(), checkMemory(), checkTerminal(a, os.Getenv), checkWriting(folder),
		checkLocks(folder), checkClock(time.Now), checkBrowser(look), checkPython(look), checkEngines(look),
	}
}

// next returns the command to type after doctor.
func next(broken error) string {
	if broken != nil {
		return "follow the advice above, then run outflank doctor"
	}
	return "outflank demo"
}

func printFindings(a *cli.App, list []finding) {
	t := a.Table()
	for _, f := range list {
		t.Row(f.Name, f.State, f.Found)
	}
	for _, r := range t.Rows { // cells between other cells are right-aligned
		r[1] = fmt.Sprintf("%-7s", r[1])
	}
	t.Flush()
	for _, f := range list {
		if f.Advice != "" {
			a.Printf("\n%s: %s\n", f.Name, f.Advice)
		}
	}
}

// broken returns an error that names the broken subjects, or nil if there are none.
func broken(list []finding) error {
	var names []string
	for _, f := range list {
		if f.State == bad {
			names = append(names, f.Name)
		}
	}
	if names == nil {
		return nil
	}
	return errors.New("broken here: " + strings.Join(names, ", "))
}
