package matches

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/outflank/outflank/cmd/outflank/internal/cli"
	"github.com/outflank/outflank/engine/runtime/text"
	"github.com/outflank/outflank/eval"
	"github.com/outflank/outflank/qlearn/agents"
)

func agentsCommand(a *cli.App) *cobra.Command {
	var asJSON bool
	c := &cobra.Command{
		Use:   "agents [NAME…]",
		Short: "List the agents, with their parameters, sources and boards",
		Long: `Agents lists the agents that all commands accept, and the evaluators for agents that search.
A spec is a name, or a name with parameters:

  alphabeta:depth=8,eval=wedge
  alphabeta:plain,depth=3
  uct:prove=false,reuse=false

Put values with commas in quotes: key="a,b". A key without a value sets a Boolean parameter
to true. Every agent also accepts the parameters of the last table, in any combination.`,
		Example: `  outflank agents
  outflank agents alphabeta uct
  outflank agents level          # the levels for people and their strengths
  outflank agents --json`,
		RunE: func(c *cobra.Command, args []string) error {
			list, err := listAgents(args)
			if err != nil {
				return err
			}
			if asJSON {
				return a.JSON(list)
			}
			printAgents(a, list, len(args) == 0)
			return nil
		},
	}
	cli.AddJSON(c, &asJSON, "print the list as JSON", agentList{})
	return c
}

// agentList is the result of agents; its JSON fields are stable.
type agentList struct {
	Agents     []agentEntry     `json:"agents"`
	Common     []agents.Param   `json:"common_parameters"`
	Levels     []agents.Level   `json:"levels"` // names of the agent level
	Evaluators []evaluatorEntry `json:"evaluators"`
}

type agentEntry struct {
	Name    string         `json:"name"`
	Aliases []string       `json:"aliases"`
	About   string         `json:"about"`
	Source  string         `json:"source"`
	Boards  string         `json:"boards"`
	Params  []agents.Param `json:"parameters"`
}

type evaluatorEntry struct {
	Name   string `json:"name"`
	About  string `json:"about"`
	Source string `json:"source"`
	Boards string `json:"boards"`
}

// listAgents describes the agents with these names, or all agents.
func listAgents(names []string) (agentList, error) {
	kinds := agents.Kinds()
	if len(names) > 0 {
		kinds = nil
		for _, name := range names {
			k, err := agents.Find(name)
			if err != nil {
				return agentList{}, err
			}
			kinds = append(kinds, k)
		}
	}
	var list agentList
	for _, k := range kinds {
		list.Agents = append(list.Agents, agentEntry{k.Name, append([]string{}, k.Aliases...), k.About, k.Source,
			k.Boards().String(), append([]agents.Param{}, k.Params...)})
	}
	list.Common, list.Levels = agents.CommonParams(), agents.Levels()
	for _, h := range eval.Heuristics {
		list.Evaluators = append(list.Evaluators, evaluatorEntry{h.Name, h.About, h.Source,
			agents.HeuristicBoards(h).String()})
	}
	return list, nil
}

// printAgents prints the agents. If they were named on the command line, it also explains their parameters.
func printAgents(a *cli.App, list agentList, all bool) {
	for _, e := range list.Agents {
		a.Printf("%s\n    %s\n    %s\n", strings.Join(append([]string{e.Name}, e.Aliases...), ", "), e.About,
			where(e.Source, e.Boards))
		switch {
		case !all:
			printParams(a, e.Params)
			if e.Name == agents.LevelKind {
				printLevels(a, list.Levels)
			}
		case len(e.Params) > 0:
			a.Printf("    %s\n", keys(e.Params))
		}
	}
	a.Printf("every agent\n")
	printParams(a, list.Common)
	if all {
		printEvaluators(a, list.Evaluators)
	}
}

// printLevels prints the levels for people, with their strengths.
func printLevels(a *cli.App, levels []agents.Level) {
	t := a.Table()
	t.Row("", "loss", "Elo", "")
	for _, l := range levels {
		t.Row(l.Name, fmt.Sprintf("%.2f", l.Loss), text.Signed(float64(l.Elo)), l.About)
	}
	a.Printf("\n")
	t.Flush()
	a.Printf(`
loss: the average number of discs that a move loses, judged by the full engine at depth 12
Elo: points above an agent that moves at random; each level was measured against the one before it
notebooks/reports/levels shows the matches with intervals; outflank ladder repeats them

`)
}

// keys lists parameters with their defaults.
func keys(params []agents.Param) string {
	list := make([]string, len(params))
	for i, q := range params {
		list[i] = q.String()
	}
	return strings.Join(list, ", ")
}

func printParams(a *cli.App, params []agents.Param) {
	for _, q := range params {
		a.Printf("    %-14s %s\n", q, q.About)
	}
}

func printEvaluators(a *cli.App, list []evaluatorEntry) {
	a.Printf("\nEvaluators, for eval=NAME:\n\n")
	for _, e := range list {
		a.Printf("%s\n    %s\n    %s\n", e.Name, e.About, where(e.Source, e.Boards))
	}
	a.Printf("\n`outflank agents NAME` describes its parameters.\n")
}

// where returns the source of an agent or evaluator and the boards that it plays on.
func where(source, boards string) string {
	if boards == agents.AnyBoard.String() {
		return fmt.Sprintf("(%s)", source)
	}
	return fmt.Sprintf("(%s; %s)", source, boards)
}
