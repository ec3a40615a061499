package cli

import (
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"syscall"

	"github.com/spf13/cobra"

	"github.com/outflank/outflank/engine/runtime/text"
)

// listing is the annotation of commands that [Listings] marks.
const listing = "listing"

// Listings marks commands whose output is meant for people, and their subcommands. On a terminal, long lines
// are folded, and output longer than the window goes through a pager. Listings returns the commands.
func Listings(list ...*cobra.Command) []*cobra.Command {
	for _, c := range list {
		if c.Annotations == nil {
			c.Annotations = map[string]string{}
		}
		c.Annotations[listing] = "yes"
		Listings(c.Commands()...)
	}
	return list
}

// isListing reports whether the command is marked by [Listings] and does not print JSON.
func isListing(c *cobra.Command) bool {
	asJSON := c.Flags().Lookup("json")
	return c.Annotations[listing] != "" && (asJSON == nil || asJSON.Value.String() != "true")
}

// keep starts collecting the output for [App.show], if it is for a terminal.
func (a *App) keep() {
	if a.Width > 0 || a.ASCII {
		a.kept, a.Out = a.Out, &a.read
	}
}

// show prints the collected output to out. It folds lines, uses only characters that the terminal can show,
// and starts a pager if the window is too short.
func (a *App) show(ctx context.Context, out io.Writer) error {
	a.Out = out
	listing := a.read.String()
	if a.read.Reset(); listing == "" {
		return nil
	}
	if a.ASCII {
		listing = text.ASCII(listing)
	}
	listing = text.Fold(listing, a.Width)
	if a.InTerminal && a.OutTerminal && a.Height > 0 && strings.Count(listing, "\n") >= a.Height &&
		page(ctx, listing) {
		return ctx.Err()
	}
	_, err := io.WriteString(out, listing)
	return err
}

// page shows a text in a pager until ctx ends: the program in PAGER, or less if PAGER is not set. It returns
// false if there is no pager.
func page(ctx context.Context, text string) bool {
	pager, set := os.LookupEnv("PAGER")
	if !set {
		pager = "less"
	}
	words := strings.Fields(pager)
	if len(words) == 0 || words[0] == "cat" || os.Getenv("TERM") == "dumb" {
		return false
	}
	c := exec.CommandContext(ctx, words[0], words[1:]...)
	c.Cancel = func() error { return c.Process.Signal(syscall.SIGTERM) } // lets the pager restore the terminal
	c.WaitDelay = endTime
	c.Stdin, c.Stdout, c.Stderr = strings.NewReader(text), os.Stdout, os.Stderr
	if _, set := os.LookupEnv("LESS"); !set {
		c.Env = append(os.Environ(), "LESS=FRX") // as in git: less shows colours and leaves the text on the screen
	}
	if err := c.Start(); err != nil {
		return false
	}
	if err := c.Wait(); err != nil && ctx.Err() == nil {
		fmt.Fprintf(os.Stderr, "outflank: %s: %v\n", pager, err)
	}
	return true
}

// An outOf writes to the app's current output.
type outOf struct{ a *App }

func (o outOf) Write(p []byte) (int, error) { return o.a.Out.Write(p) }
