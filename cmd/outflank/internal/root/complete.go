package root

import (
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/outflank/outflank/cmd/outflank/internal/cli"
	"github.com/outflank/outflank/dataset/stats"
	"github.com/outflank/outflank/dataset/store"
	"github.com/outflank/outflank/engine/arena"
	"github.com/outflank/outflank/engine/book"
	"github.com/outflank/outflank/eval"
	"github.com/outflank/outflank/qlearn"
	"github.com/outflank/outflank/qlearn/agents"
	"github.com/outflank/outflank/qlearn/study"
)

// A completer returns the completions of a word.
type completer = func(c *cobra.Command, args []string,
	prefix string) ([]cobra.Completion, cobra.ShellCompDirective)

// asked reports whether a command line is a shell's request for completions.
func asked(args []string) bool {
	return len(args) > 0 && strings.HasPrefix(args[0], cobra.ShellCompRequestCmd)
}

// addCompletions adds completions for agents with their parameters, and for arguments and flags that take
// names. Other arguments complete as files.
func addCompletions(root *cobra.Command) {
	for _, c := range root.Commands() {
		addCompletions(c)
	}
	if strings.Contains(root.Use, " AGENT") || root.Name() == "agents" {
		root.ValidArgsFunction = completeAgent
	}
	if complete, ok := arguments[strings.TrimPrefix(root.CommandPath(), "outflank ")]; ok {
		root.ValidArgsFunction = complete
	}
	for flag, complete := range completers(root) {
		if root.LocalFlags().Lookup(flag) != nil {
			// This fails if several commands share the flag and it already has a completion.
			_ = root.RegisterFlagCompletionFunc(flag, complete)
		}
	}
}

// arguments are the completers of arguments by the path of the command.
var arguments = map[string]completer{
	"experiment run":    completeNames(experiments),
	"experiment show":   behind(0, completeNames(experiments), completeFolder),
	"experiment report": completeFolder,
	"explore":           behind(1, completeNames(openings)),
	"schema":            completeNames(schemas),
	"stats versus":      behind(1, completeNames(labels(players)), completeNames(labels(players))),
	"player":            behind(1, completeNames(labels(players))),
	"event":             behind(1, completeNames(labels(tournaments))),
}

// completers returns the completers of flags by name. Some names have different meanings in different
// commands.
func completers(c *cobra.Command) map[string]completer {
	list := map[string]completer{
		"agent":      completeAgent,
		"opponent":   completeAgent,
		"features":   completeLast('+', eval.TermNames),
		"columns":    completeLast(',', func() []string { return columns(c) }),
		"openings":   cobra.FixedCompletions([]string{book.XOT, book.Lucas1000}, cobra.ShellCompDirectiveDefault),
		"player":     completeNames(labels(players)),
		"black":      completeNames(labels(players)),
		"white":      completeNames(labels(players)),
		"tournament": completeNames(labels(tournaments)),
	}
	for flag, words := range choices {
		list[flag] = cobra.FixedCompletions(words, cobra.ShellCompDirectiveNoFileComp)
	}
	for flag, words := range qlearn.Choices() {
		list[flag] = cobra.FixedCompletions(words, cobra.ShellCompDirectiveNoFileComp)
	}
	switch c.Name() {
	case "play": // in other commands, these flags take names of players
		list["black"], list["white"] = completeAgent, completeAgent
	case "train":
		list["mode"] = completeMode
		list["potential"] = cobra.FixedCompletions(eval.HeuristicNames(), cobra.ShellCompDirectiveDefault)
	case "inspect", "stats":
		delete(list, "features")
	}
	return list
}

// choices are the values of flags that take one of a few words. A test looks for each value in the help.
var choices = map[string][]string{
	"protocol":  protocols(),
	"eval":      eval.HeuristicNames(),
	"shape":     {"4x4", "6x6", "8x8", "hex", "rhombus"},
	"color":     {"auto", "always", "never"},
	"side":      {"black", "white"},
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

// completeAgent completes an agent's spec. It adds no space, because parameters may follow.
func completeAgent(_ *cobra.Command, _ []string,
	prefix string) (list []cobra.Completion, d cobra.ShellCompDirective) {
	for _, c := range agents.Complete(prefix) {
		list = append(list, cobra.CompletionWithDesc(c.Text, c.About))
	}
	return list,
		cobra.ShellCompDirectiveNoFileComp | cobra.ShellCompDirectiveNoSpace | cobra.ShellCompDirectiveKeepOrder
}

// completeMode completes the source of games.
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

// completeLast completes the last of several words, which the character between separates.
func completeLast(between byte, words func() []string) completer {
	return func(_ *cobra.Command, _ []string,
		prefix string) (list []cobra.Completion, d cobra.ShellCompDirective) {
		before := prefix[:strings.LastIndexByte(prefix, between)+1]
		for _, word := range words() {
			if word = before + word; strings.HasPrefix(word, prefix) {
				list = append(list, word)
			}
		}
		return list, cobra.ShellCompDirectiveNoFileComp | cobra.ShellCompDirectiveNoSpace
	}
}

// completeFolder completes the path of a folder.
func completeFolder(*cobra.Command, []string, string) ([]cobra.Completion, cobra.ShellCompDirective) {
	return nil, cobra.ShellCompDirectiveFilterDirs
}

// behind completes the first n arguments as files and each later argument with its own completer.
func behind(n int, complete ...completer) completer {
	return func(c *cobra.Command, args []string, prefix string) ([]cobra.Completion, cobra.ShellCompDirective) {
		switch i := len(args) - n; {
		case i < 0:
			return nil, cobra.ShellCompDirectiveDefault
		case i < len(complete):
			return complete[i](c, args, prefix)
		}
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
}

// maxNames is the maximum number of names returned to a shell.
const maxNames = 50

// completeNames completes one of the names that a command accepts as arguments, ignoring case.
func completeNames(names func(c *cobra.Command, args []string) []string) completer {
	return func(c *cobra.Command, args []string,
		prefix string) (list []cobra.Completion, d cobra.ShellCompDirective) {
		for _, name := range slices.Compact(slices.Sorted(slices.Values(names(c, args)))) {
			if len(list) < maxNames && len(name) >= len(prefix) && strings.EqualFold(name[:len(prefix)], prefix) {
				list = append(list, name)
			}
		}
		return list, cobra.ShellCompDirectiveNoFileComp
	}
}

func experiments(*cobra.Command, []string) (names []string) {
	for _, e := range study.All.Experiments {
		names = append(names, e.Name)
	}
	return append(names, "all")
}

func openings(*cobra.Command, []string) (names []string) {
	for _, o := range stats.NamedOpenings() {
		names = append(names, o.Name)
	}
	return names
}

// schemas returns the next words of commands that have a schema and begin with args.
func schemas(c *cobra.Command, args []string) (names []string) {
	for _, o := range cli.Outputs(c.Root()) {
		words := strings.Fields(o.Command)
		if len(words) > len(args) && slices.Equal(words[:len(args)], args) {
			names = append(names, words[len(args)])
		}
	}
	return names
}

// columns returns the columns of a statistic.
func columns(c *cobra.Command) (names []string) {
	for _, answer := range cli.OutputOf(c).Answers() {
		if r, ok := answer.(stats.Result); ok {
			for _, t := range r.Tables() {
				for _, column := range t.Columns {
					names = append(names, column.Name)
				}
			}
		}
	}
	return slices.Compact(slices.Sorted(slices.Values(names)))
}

// The tables of names, as [store.Games.Labels] returns them.
const (
	players = iota
	tournaments
)

// labels returns the names in a table of the databases among the arguments. If there are no arguments yet, it
// uses the database in the folder "games".
func labels(table int) func(c *cobra.Command, args []string) []string {
	return func(_ *cobra.Command, args []string) (names []string) {
		if len(args) == 0 {
			args = []string{"games"}
		}
		for _, path := range args {
			if dir, ok := cli.FolderOf(path, "manifest", "games"); ok {
				path = dir
			}
			games, err := store.OpenNames(path)
			if err != nil {
				continue
			}
			labels, _ := games.Labels() // a shell cannot show an error
			for _, list := range labels[table] {
				names = append(names, list...)
			}
			return names
		}
		return nil
	}
}
