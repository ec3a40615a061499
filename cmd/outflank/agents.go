package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/outflank/outflank/eval"
	"github.com/spf13/cobra"
)

func (a *app) agentsCommand() *cobra.Command {
	var asJSON bool
	c := &cobra.Command{
		Use:   "agents [NAME…]",
		Short: "List what can play, with parameters, sources and boards",
		Long: `Agents lists what can be named wherever an agent is asked for, and the evaluators
that searching agents can be given. A spec is a name, or a name with parameters:

  alphabeta:depth=8,eval=wedge

A value that holds commas stands in quotes: key="a,b". Every agent has the
parameters of the last table as well, in any combination.`,
		Example: `  outflank agents
  outflank agents alphabeta uct
  outflank agents --json`,
		RunE: func(c *cobra.Command, args []string) error {
			list, err := listAgents(args)
			if err != nil {
				return err
			}
			if asJSON {
				return writeJSON(a.out, list)
			}
			a.printAgents(list, len(args) == 0)
			return nil
		},
	}
	c.Flags().BoolVar(&asJSON, "json", false, "print the list as JSON")
	return c
}

// agentList is what agents reports; the JSON fields are stable.
type agentList struct {
	Agents     []agentEntry     `json:"agents"`
	Common     []param          `json:"common_parameters"`
	Evaluators []evaluatorEntry `json:"evaluators"`
}

type agentEntry struct {
	Name    string   `json:"name"`
	Aliases []string `json:"aliases"`
	About   string   `json:"about"`
	Source  string   `json:"source"`
	Boards  string   `json:"boards"`
	Params  []param  `json:"parameters"`
}

type evaluatorEntry struct {
	Name   string `json:"name"`
	About  string `json:"about"`
	Source string `json:"source"`
	Boards string `json:"boards"`
}

// listAgents describes the agents of these names, or all.
func listAgents(names []string) (agentList, error) {
	kinds := agentKinds
	if len(names) > 0 {
		kinds = nil
		for _, name := range names {
			k, _, err := findKind(name)
			if err != nil {
				return agentList{}, err
			}
			kinds = append(kinds, k)
		}
	}
	var list agentList
	for _, k := range kinds {
		list.Agents = append(list.Agents, agentEntry{k.name, append([]string{}, k.aliases...), k.about, k.source, k.boardKind().String(), append([]param{}, k.params...)})
	}
	list.Common = commonParams
	for _, h := range eval.Heuristics {
		list.Evaluators = append(list.Evaluators, evaluatorEntry{h.Name, h.About, h.Source, heuristicBoards(h).String()})
	}
	return list, nil
}

// boardKind says where the kind plays when the spec changes nothing.
func (k agentKind) boardKind() boardKind {
	boards := k.boards
	if i := slices.IndexFunc(k.params, func(q param) bool { return q.Key == "eval" }); i >= 0 {
		h, _ := eval.FindHeuristic(k.params[i].Default)
		boards = max(boards, heuristicBoards(h))
	}
	return boards
}

// printAgents prints what an agent's parameters mean where it was asked for by name.
func (a *app) printAgents(list agentList, all bool) {
	for _, e := range list.Agents {
		a.printf("%s\n    %s\n    %s\n", strings.Join(append([]string{e.Name}, e.Aliases...), ", "), e.About, where(e.Source, e.Boards))
		switch {
		case !all:
			a.printParams(e.Params)
		case len(e.Params) > 0:
			a.printf("    %s\n", keys(e.Params))
		}
	}
	a.printf("every agent\n")
	a.printParams(list.Common)
	if all {
		a.printEvaluators(list.Evaluators)
	}
}

func (a *app) printParams(params []param) {
	for _, q := range params {
		a.printf("    %-14s %s\n", q, q.About)
	}
}

func (a *app) printEvaluators(list []evaluatorEntry) {
	a.printf("\nEvaluators, for eval=NAME:\n\n")
	for _, e := range list {
		a.printf("%s\n    %s\n    %s\n", e.Name, e.About, where(e.Source, e.Boards))
	}
	a.printf("\n`outflank agents NAME` says what its parameters mean.\n")
}

// where says where something comes from and on which boards it plays.
func where(source, boards string) string {
	if boards == anyBoard.String() {
		return fmt.Sprintf("(%s)", source)
	}
	return fmt.Sprintf("(%s; %s)", source, boards)
}
