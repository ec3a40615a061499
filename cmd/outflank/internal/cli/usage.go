package cli

import (
	_ "embed"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/outflank/outflank/cmd/outflank/internal/board"
	"github.com/outflank/outflank/cmd/outflank/internal/manual"
	"github.com/outflank/outflank/engine/runtime/fault"
	"github.com/outflank/outflank/engine/runtime/text"
)

// NoSuchCommand is the Args function of commands that only hold subcommands.
func NoSuchCommand(c *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	var known []string
	for _, sub := range c.Commands() {
		known = append(append(known, sub.Name()), sub.Aliases...)
	}
	meant := text.Meant(args[0], known)
	for _, sub := range c.Commands() {
		if slices.Contains(sub.SuggestFor, args[0]) {
			meant = text.Hint(": did you mean " + sub.Name() + "?")
		}
	}
	if meant == "" {
		meant = elsewhere(c.Root(), args[0])
	}
	if meant == "" && c.HasParent() {
		meant = text.Hint(": want " + strings.Join(known, ", "))
	}
	return fmt.Errorf("unknown command %q for %q%w", args[0], c.CommandPath(), meant)
}

// elsewhere suggests commands with this name below other commands, or else those that have a flag with it,
// unless there are many.
func elsewhere(root *cobra.Command, name string) text.Hint {
	const many = 6
	var named, flagged []string
	var walk func(c *cobra.Command)
	walk = func(c *cobra.Command) {
		if c.Hidden || manual.IsSubject(c) {
			return
		}
		if c.Name() == name && c != root {
			named = append(named, c.CommandPath())
		}
		if c.LocalFlags().Lookup(name) != nil {
			flagged = append(flagged, c.CommandPath())
		}
		for _, sub := range c.Commands() {
			walk(sub)
		}
	}
	walk(root)
	switch {
	case len(named) > 0 && len(named) < many:
		return text.Hint(": did you mean " + strings.Join(named, " or ") + "?")
	case len(flagged) > 0 && len(flagged) < many:
		return text.Hint(": --" + name + " is a flag of " + strings.Join(flagged, ", "))
	}
	return ""
}

// wrapArgs makes c and all commands below it return usage errors about arguments that name the argument.
func wrapArgs(c *cobra.Command) {
	if check := c.Args; check != nil {
		c.Args = func(c *cobra.Command, args []string) error {
			if err := check(c, args); err != nil {
				return seeHelp(c, argumentError(c, args, err))
			}
			return nil
		}
	}
	for _, sub := range c.Commands() {
		wrapArgs(sub)
	}
}

// seeHelp marks an error as misuse and refers to the command's help.
func seeHelp(c *cobra.Command, err error) error {
	return fault.Misusef("%w%w", err, text.Hint(" (see: "+c.CommandPath()+" --help)"))
}

// argumentError names the missing or superfluous argument as the usage of the command does. It returns an
// error that is already a misuse unchanged.
func argumentError(c *cobra.Command, args []string, err error) error {
	need, most := arguments(c.Use)
	switch {
	case c.HasSubCommands() || fault.IsMisuse(err): // the error already says what is wrong
		return err
	case len(args) < len(need):
		return fmt.Errorf("%s is missing: want %s", ordinal(need, len(args)), usage(c))
	case len(args) > most && most == 0:
		return fmt.Errorf("%q: %s takes no arguments", args[0], c.CommandPath())
	case len(args) > most:
		return fmt.Errorf("%q: too many arguments: want %s", args[most], usage(c))
	}
	return err
}

// usage returns the usage line of a command.
func usage(c *cobra.Command) string { return c.CommandPath() + strings.TrimPrefix(c.Use, c.Name()) }

// arguments returns the names of the required arguments of a usage such as "explore GAMES [POSITION]", and
// the maximum number of arguments. It ignores the part after a flag or an alternative.
func arguments(use string) (need []string, most int) {
	for _, word := range strings.Fields(use)[1:] {
		if strings.HasPrefix(word, "-") || strings.HasPrefix(word, "[-") || word == "|" {
			break
		}
		name := strings.NewReplacer("[", "", "]", "", "…", "", "...", "", "|", " or ").Replace(word)
		if !strings.HasPrefix(word, "[") {
			need = append(need, name)
		}
		if most++; strings.Contains(word, "…") || strings.Contains(word, "...") {
			most = 1 << 20
		}
	}
	return need, most
}

// ordinal names the argument at an index: "GAMES", or "a second AGENT".
func ordinal(need []string, at int) string {
	before := 0
	for _, name := range need[:at] {
		if name == need[at] {
			before++
		}
	}
	return [...]string{"", "a second ", "a third "}[min(before, 2)] + need[at]
}

// otherNames maps names of flags in other programs to the names here.
var otherNames = map[string]string{
	"limit": "top", "rows": "top", "head": "top", "threads": "workers", "jobs": "workers", "cores": "workers",
}

// flagError turns an error of the flag library into a usage error with the expected value.
func flagError(c *cobra.Command, err error) error {
	if words := c.Flags().Args(); c.HasSubCommands() && len(words) > 0 {
		return seeHelp(c, argumentError(c, words, NoSuchCommand(c, words))) // this command has no such flag
	}
	if bad, ok := errors.AsType[*pflag.InvalidValueError](err); ok {
		f, cause := bad.GetFlag(), bad.Unwrap()
		if err = BadValue(f.Name, bad.GetValue(), f.Value.Type(), cause); err == cause {
			err = fmt.Errorf("--%s %s: %s", f.Name, bad.GetValue(),
				strings.TrimPrefix(withoutLibrary(cause.Error(), nil), fmt.Sprintf("%s %q: ", f.Name, bad.GetValue())))
		}
	}
	if bad, ok := errors.AsType[*pflag.ValueRequiredError](err); ok && bad.GetFlag() != nil {
		_, meaning := pflag.UnquoteUsage(bad.GetFlag())
		err = fmt.Errorf("--%s needs a value: %s", bad.GetFlag().Name, meaning)
	}
	if bad, ok := errors.AsType[*pflag.InvalidSyntaxError](err); ok {
		arg := bad.GetSpecifiedFlag()
		err = fmt.Errorf("%q begins with a dash, which marks a flag: put -- before it, as in %s -- %s",
			arg, c.CommandPath(), arg)
	}
	if bad, ok := errors.AsType[*pflag.NotExistError](err); ok && len(bad.GetSpecifiedName()) > 1 {
		var known []string
		c.Flags().VisitAll(func(f *pflag.Flag) { known = append(known, "--"+f.Name) })
		meant := text.Meant("--"+bad.GetSpecifiedName(), known)
		if other := otherNames[bad.GetSpecifiedName()]; c.Flags().Lookup(other) != nil {
			meant = text.Hint(": did you mean --" + other + "?")
		}
		c.Flags().VisitAll(func(f *pflag.Flag) {
			if strings.HasSuffix(f.Name, "-"+bad.GetSpecifiedName()) {
				meant = text.Hint(": did you mean --" + f.Name + "?")
			}
		})
		err = fmt.Errorf("%w%w", err, meant)
	} else if ok && strings.Trim(bad.GetSpecifiedShortnames(), ".0123456789") == "" {
		err = fmt.Errorf("-%s is negative: want 0 or more in %s", bad.GetSpecifiedShortnames(), usage(c))
	} else if ok {
		err = fmt.Errorf("unknown flag: -%s", bad.GetSpecifiedName())
	}
	return seeHelp(c, err)
}

// helpOrError shows the help of a command. If more words follow and they are not commands, it returns an
// error.
func helpOrError(c *cobra.Command, words []string, help func(*cobra.Command, []string)) error {
	if c.HasSubCommands() {
		if err := NoSuchCommand(c, words); err != nil {
			return seeHelp(c, err)
		}
	}
	help(c, nil)
	return nil
}

// helpTemplate is the template of a command's help: examples, the flags that they use, the description, and
// the other flags.
//
//go:embed help.tmpl
var helpTemplate string

func init() {
	cobra.AddTemplateFunc("common", func(c *cobra.Command) string { return flagUsages(c, true) })
	cobra.AddTemplateFunc("asks", func(text string) bool { return strings.HasSuffix(text, "?") })
	cobra.AddTemplateFunc("others", func(c *cobra.Command) string { return flagUsages(c, false) })
}

// flagUsages describes the flags that a command's examples use, or all others.
func flagUsages(c *cobra.Command, used bool) string {
	chosen := pflag.NewFlagSet("", pflag.ContinueOnError)
	words := strings.FieldsFunc(c.Example, func(r rune) bool { return strings.ContainsRune(" =\n", r) })
	c.LocalFlags().VisitAll(func(f *pflag.Flag) {
		in := slices.Contains(words, "--"+f.Name) || f.Shorthand != "" && slices.Contains(words, "-"+f.Shorthand)
		if in == used {
			chosen.AddFlag(f)
		}
	})
	return strings.TrimRight(chosen.FlagUsages(), "\n")
}

// addHelp makes "help WORD…" and "WORD… --help" fail for words that are not commands. Cobra cannot return an
// error from --help, so addHelp stores it in failed.
func (a *App) addHelp(root *cobra.Command, failed *error) {
	root.SetHelpTemplate(helpTemplate)
	cobraHelp := root.HelpFunc()
	help := func(c *cobra.Command, words []string) {
		a.keep()
		if manual.IsSubject(c) {
			c.Long = manual.Render(c.Long, a.Width, board.HasColors(a.OutTerminal, os.Getenv))
		} else {
			c.Long = text.Fill(c.Long, a.Width)
		}
		cobraHelp(c, words)
	}
	root.SetHelpFunc(func(c *cobra.Command, _ []string) {
		*failed = helpOrError(c, c.Flags().Args(), help)
	})
	root.SetHelpCommand(&cobra.Command{
		Use:   "help [COMMAND|SUBJECT]",
		Short: "Show the help of a command, or a page of the manual",
		ValidArgsFunction: func(
			c *cobra.Command, args []string, _ string) ([]cobra.Completion, cobra.ShellCompDirective) {
			of, rest, err := root.Find(args)
			if err != nil || len(rest) > 0 {
				return nil, cobra.ShellCompDirectiveNoFileComp
			}
			var names []cobra.Completion
			for _, sub := range of.Commands() {
				names = append(names, cobra.CompletionWithDesc(sub.Name(), sub.Short))
			}
			return names, cobra.ShellCompDirectiveNoFileComp
		},
		RunE: func(_ *cobra.Command, args []string) error {
			c, rest, err := root.Find(args)
			if err != nil {
				return err
			}
			c.InitDefaultHelpFlag() // help shows these flags too
			c.InitDefaultVersionFlag()
			return helpOrError(c, rest, help)
		},
	})
}
