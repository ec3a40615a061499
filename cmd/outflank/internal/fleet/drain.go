package fleet

import (
	"github.com/spf13/cobra"

	"github.com/outflank/outflank/cmd/outflank/internal/cli"
	"github.com/outflank/outflank/engine/runtime/text"
)

func drainCommand(a *cli.App) *cobra.Command {
	link := cli.FleetLink{URL: defaultURL}
	var asJSON bool
	c := &cobra.Command{
		Use:   "drain",
		Short: "Take all jobs from the queue of a fleet",
		Long: `Drain takes all sets of jobs from the server, with the answers that nobody took. Commands that
wait for them end with an error, and can be started again.`,
		Example: "  outflank fleet drain --fleet nats://127.0.0.1:4222",
		Args:    cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			client, err := link.Dial(c.Context(), a, cli.DialTime)
			if err != nil {
				return err
			}
			defer client.Close()
			list, err := client.Drain(c.Context())
			if err != nil {
				return err
			}
			return a.Report(asJSON, list, func() {
				jobs := 0
				for _, s := range list {
					jobs += s.Queued
				}
				a.Printf("took %s with %s from the queue\n", text.Plural(len(list), "set"), text.Plural(jobs, "job"))
			})
		},
	}
	link.AddFlags(c.Flags(), "fleet", "", "address of the fleet's server")
	c.Flags().BoolVar(&asJSON, "json", false, "print what was taken as JSON")
	return c
}
