package fleet

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/outflank/outflank/cmd/outflank/internal/cli"
	"github.com/outflank/outflank/engine/runtime/fault"
	"github.com/outflank/outflank/engine/runtime/fleet"
	"github.com/outflank/outflank/engine/runtime/text"
)

// defaultURL is the default address of fleet serve.
const defaultURL = "nats://127.0.0.1:4222"

// within is the time that workers have to answer.
const within = time.Second

func statusCommand(a *cli.App) *cobra.Command {
	link := cli.FleetLink{URL: defaultURL}
	var asJSON bool
	c := &cobra.Command{
		Use:   "status",
		Short: "Show workers, queued jobs and failures",
		Long: `Status lists the workers that answer within a second, with their builds and rates; the sets of jobs
on the server, with the users waiting for them, the jobs queued or in progress, and the uncollected
answers; failed jobs, with their input and the workers' errors; and workers that gave wrong answers,
which get no more jobs.`,
		Example: `  outflank fleet status
  outflank fleet status --fleet tls://queue.example.org:4222 --token-file secret --json`,
		Args: cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			client, err := link.DialReady(c.Context(), a)
			if err != nil {
				return err
			}
			defer client.Close()
			s, err := measure(c.Context(), client)
			if err != nil {
				return err
			}
			if asJSON {
				return a.JSON(s)
			}
			build, err := cli.Build()
			if err != nil {
				return err
			}
			printStatus(a, s, build)
			return nil
		},
	}
	link.AddFlags(c.Flags(), "fleet", "", "address of the fleet's server")
	cli.AddJSON(c, &asJSON, "print the state as JSON", fleet.Status{})
	return c
}

// measure returns the status. It asks the workers twice to measure their rates.
func measure(ctx context.Context, client *fleet.Client) (s fleet.Status, err error) {
	before, err := client.Workers(ctx, within)
	if err != nil {
		return s, err
	}
	if s, err = client.Status(ctx, within); err != nil {
		return s, err
	}
	s.Rate(before)
	return s, nil
}

func printStatus(a *cli.App, s fleet.Status, build string) {
	t := a.Table()
	t.Row("worker", "threads", "busy", "jobs", "failed", "jobs/s", "build", "")
	for _, w := range s.Workers {
		t.Row(w.Name, text.Number(w.Threads), text.Number(w.Busy), text.Number(int(w.Done)),
			text.Number(int(w.Failed)), fmt.Sprintf("%.1f", w.Rate), w.Build, "")
	}
	t.Flush()
	for _, w := range s.Workers {
		if w.Build != build {
			a.Printf("worker %s has build %s and gets no jobs from this command, which has build %s\n", w.Name,
				w.Build, build)
		}
	}
	a.Printf("\n")
	t = a.Table()
	t.Row("set", "kind", "queued", "answered", "failed", "left", "owners", "build", "")
	for _, set := range s.Sets {
		left := ""
		if set.Left != nil && *set.Left > 0 {
			left = (time.Duration(*set.Left) * time.Second).String()
		}
		t.Row(set.ID, set.Kind, text.Number(set.Queued), text.Number(set.Answered), text.Number(set.Parked), left,
			strings.Join(set.Owners, " "), set.Build, "")
	}
	t.Flush()
	for _, p := range s.Parked {
		a.Printf("\nset %s, job %s failed: %s\n", p.Set, p.Job, p.Input)
		for _, reason := range p.Reasons {
			a.Printf("  %s\n", reason)
		}
	}
	for _, q := range s.Quarantined {
		a.Printf("\nworker %s (%s) gave a wrong answer and gets no more jobs: job %s of set %s: "+
			"%s\n", q.Worker, q.ID,
			q.Job, q.Set, q.Why)
	}
	a.Printf("\n%s, %s\n", text.Plural(len(s.Workers), "worker"), text.Plural(len(s.Sets), "set")+" of jobs")
}

func drainCommand(a *cli.App) *cobra.Command {
	link := cli.FleetLink{URL: defaultURL}
	var asJSON, all bool
	c := &cobra.Command{
		Use:   "drain [SET...]",
		Short: "Remove jobs from a fleet's queue",
		Long: `Drain removes sets of jobs and their uncollected answers from the server. Name sets by the first
characters of their names in fleet status, or use --all for the sets of all users. Commands that wait
for these jobs end with an error; run them again.`,
		Example: `  outflank fleet drain 3f9a2c
  outflank fleet drain --all --fleet nats://127.0.0.1:4222`,
		RunE: func(c *cobra.Command, names []string) error {
			if all == (len(names) > 0) {
				return fault.Misusef("want the names of sets, which outflank fleet status lists, or --all for the " +
					"sets of all users")
			}
			client, err := link.DialReady(c.Context(), a)
			if err != nil {
				return err
			}
			defer client.Close()
			list, err := client.Drain(c.Context(), names...)
			if err != nil {
				return err
			}
			return a.Report(asJSON, list, func() {
				jobs := 0
				for _, s := range list {
					jobs += s.Queued
				}
				a.Printf("removed %s with %s from the queue\n", text.Plural(len(list), "set"), text.Plural(jobs, "job"))
			})
		},
	}
	link.AddFlags(c.Flags(), "fleet", "", "address of the fleet's server")
	c.Flags().BoolVar(&all, "all", false, "remove all sets, including those of other users")
	cli.AddJSON(c, &asJSON, "print the removed sets as JSON", []fleet.SetStatus{})
	return c
}

func releaseCommand(a *cli.App) *cobra.Command {
	link := cli.FleetLink{URL: defaultURL}
	var asJSON bool
	c := &cobra.Command{
		Use:   "release [WORKER...]",
		Short: "Readmit workers that gave wrong answers",
		Long: `Release readmits workers that gave a wrong answer: those that you name, by name or identity as in
fleet status, or all. A worker with a token gets a new identity each time it starts, so it needs no
release. A worker with its own key keeps its identity. Check the machine's memory first.`,
		Example: "  outflank fleet release red-4711-ABCDEF",
		RunE: func(c *cobra.Command, names []string) error {
			client, err := link.DialReady(c.Context(), a)
			if err != nil {
				return err
			}
			defer client.Close()
			list, err := client.Release(c.Context(), names...)
			if err != nil {
				return err
			}
			if len(list) < len(names) {
				return fault.Misusef("%s: not all of these gave wrong answers; outflank fleet status "+
					"lists those that did",
					strings.Join(names, ", "))
			}
			return a.Report(asJSON, list, func() {
				if len(list) == 0 {
					a.Printf("no worker gave a wrong answer\n")
				}
				for _, q := range list {
					a.Printf("worker %s (%s) is readmitted; start it again\n", q.Worker, q.ID)
				}
			})
		},
	}
	link.AddFlags(c.Flags(), "fleet", "", "address of the fleet's server")
	cli.AddJSON(c, &asJSON, "print the readmitted workers as JSON", []fleet.Quarantine{})
	return c
}

func setupCommand(a *cli.App) *cobra.Command {
	link := cli.FleetLink{URL: defaultURL}
	replicas := 0
	c := &cobra.Command{
		Use:   "setup",
		Short: "Prepare your own NATS server or cluster for a fleet",
		Long: `Setup creates the streams that a fleet needs on a NATS server with JetStream, or updates them. In a
cluster of three servers or more, three of them keep everything, so one may fail. If there are no
streams yet, the first command with --fleet creates them. fleet serve needs no setup.`,
		Example: `  outflank fleet setup --fleet nats://a:4222,nats://b:4222,nats://c:4222 --creds user.creds
  outflank fleet setup --fleet nats://a:4222 --replicas 5`,
		Args: cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			if replicas < 0 || replicas > 5 {
				return fault.Misusef("--replicas %d: want 1 to 5, or 0 to fit the cluster", replicas)
			}
			client, err := link.Dial(c.Context(), a, cli.DialTime)
			if err != nil {
				return err
			}
			defer client.Close()
			n, err := client.SetUp(c.Context(), replicas)
			if err == nil {
				a.Printf("the queue and the answers are kept on %s\n", text.Plural(n, "server"))
			}
			return err
		},
	}
	link.AddFlags(c.Flags(), "fleet", "", "addresses of the servers")
	c.Flags().IntVar(&replicas, "replicas", 0, "number of servers that keep everything; 0 = three in a "+
		"cluster, otherwise one")
	return c
}
