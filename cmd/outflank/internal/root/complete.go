package root

import (
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/outflank/outflank/engine/arena"
	"github.com/outflank/outflank/eval"
	"github.com/outflank/outflank/qlearn"
	"github.com/outflank/outflank/qlearn/agents"
)

// A completer returns how the beginning of a word may go on.
type completer = func(c *cobra.Command, args []string,
	prefix string) ([]cobra.Completion, cobra.ShellCompDirective)

// asked tells whether a command line is a shell's question how one may go on.
func asked(args []string) bool {
	return len(args) > 0 && strings.HasPrefix(args[0], cobra.ShellCompRequestCmd)
}

// addCompletions tells shells what the words of command lines may be: agents with their parameters,
// and the values of flags that are names. What is left are files.
func addCompletions(root *cobra.Command) {
	for _, c := range root.Commands() {
		addCompletions(c)
	}
	if strings.Contains(root.Use, " AGENT") || root.Name() == "agents" {
		root.ValidArgsFunction = completeAgent
	}
	for flag, complete := range completers(root) {
		if root.LocalFlags().Lookup(flag) != nil {
			// fails where the flag is of several commands and has one
			_ = root.RegisterFlagCompletionFunc(flag, complete)
		}
	}
}

// completers are those of flags by their names. A few names mean other things in other commands.
func completers(c *cobra.Command) map[string]completer {
	list := map[string]completer{
		"opponent": completeAgent,
		"features": completeTerms,
	}
	for flag, words := range choices {
		list[flag] = cobra.FixedCompletions(words, cobra.ShellCompDirectiveNoFileComp)
	}
	for flag, words := range qlearn.Choices() {
		list[flag] = cobra.FixedCompletions(words, cobra.ShellCompDirectiveNoFileComp)
	}
	switch c.Name() {
	case "play": // elsewhere they are names of people
		list["black"], list["white"] = completeAgent, completeAgent
	case "train":
		list["mode"] = completeMode
	case "inspect", "stats":
		delete(list, "features")
	}
	return list
}

// choices are the values of flags that are one of few words; a test finds each of them in the help.
var choices = map[string][]string{
	"protocol":  protocols(),
	"eval":      eval.HeuristicNames(),
	"shape":     {"4x4", "6x6", "8x8", "hex", "rhombus"},
	"color":     {"auto", "always", "never"},
	"kind":      {"humans", "programs"},
	"status":    {"complete", "unfinished"},
	"split":     {"train", "validation", "test"},
	"order":     {"first", "newest", "strongest"},
	"format":    {"wthor", "ggf", "sgf", "pgn", "logbook", "transcript", "csv"},
	"method":    {"ga", "sa", "cmaes", "spsa"},
	"objective": {"games", "fit", "outcome"},
	"preset":    {"cassio", "cs181-annealing", "genetic-othello"},
}

func protocols() (names []string) {
	for _, p := range arena.Protocols {
		names = append(names, p.Name)
	}
	return names
}

// completeAgent completes a spec. A space does not follow, as parameters may.
func completeAgent(_ *cobra.Command, _ []string,
	prefix string) (list []cobra.Completion, d cobra.ShellCompDirective) {
	for _, c := range agents.Complete(prefix) {
		list = append(list, cobra.CompletionWithDesc(c.Text, c.About))
	}
	return list,
		cobra.ShellCompDirectiveNoFileComp | cobra.ShellCompDirectiveNoSpace | cobra.ShellCompDirectiveKeepOrder
}

// completeMode completes where games come from.
func completeMode(c *cobra.Command, args []string,
	prefix string) ([]cobra.Completion, cobra.ShellCompDirective) {
	list, d := completeAgent(c, args, prefix)
	for _, word := range []string{"self", "data"} {
		if strings.HasPrefix(word, prefix) {
			list = slices.Insert(list, 0, word)
		}
	}
	return list, d
}

// completeTerms completes the last of features that are joined by +.
func completeTerms(_ *cobra.Command, _ []string,
	prefix string) (list []cobra.Completion, d cobra.ShellCompDirective) {
	before := prefix[:strings.LastIndexByte(prefix, '+')+1]
	for _, term := range eval.TermNames() {
		if word := before + term; strings.HasPrefix(word, prefix) {
			list = append(list, word)
		}
	}
	return list, cobra.ShellCompDirectiveNoFileComp | cobra.ShellCompDirectiveNoSpace
}
