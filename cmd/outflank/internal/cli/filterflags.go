package cli

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/outflank/outflank/dataset"
	"github.com/outflank/outflank/dataset/store"
	"github.com/outflank/outflank/engine/runtime/text"
)

// AddFilterFlags adds the flags that filter games.
func AddFilterFlags(c *cobra.Command, f *store.Filter) {
	c.Flags().Var(idsFlag(f), "ids", "only the games with these ids, as in 14,61")
	c.Flags().Var(yearsFlag(f), "years", "only games of these years, as in 2001-2015 or 2012")
	c.Flags().StringVar(&f.Player, "player", "", "only games with a player whose name contains this text")
	c.Flags().StringVar(&f.Black, "black", "", "only games in which black's name contains this text")
	c.Flags().StringVar(&f.White, "white", "", "only games in which white's name contains this text")
	c.Flags().StringVar(&f.Tournament, "tournament", "", "only games of tournaments whose name "+
		"contains this text")
	c.Flags().Var(kindFlag(f), "kind", "humans: only games between people; programs: only games with at "+
		"least one program (WTHOR marks programs with parentheses)")
	c.Flags().Var(statusFlag(f), "status", "only complete or only unfinished games")
	c.Flags().Var(splitFlag(f), "split", "only games of one split: train, validation or test "+
		"(80, 10, 10 %, by the moves)")
}

// FilterText returns the flags of [AddFilterFlags] on a command line, such as "--years 2001-2015 --player
// Tastet". It returns "" if there are none.
func FilterText(c *cobra.Command) string {
	known := &cobra.Command{}
	AddFilterFlags(known, &store.Filter{})
	var given []string
	known.Flags().VisitAll(func(f *pflag.Flag) {
		if at := c.Flags().Lookup(f.Name); at != nil && at.Changed {
			given = append(given, "--"+f.Name+" "+text.Quote(at.Value.String()))
		}
	})
	return strings.Join(given, " ")
}

// A filterFlag is a flag that sets a part of a filter. Its type has the name of the flag.
type filterFlag struct {
	name string
	get  func() string // "" = it matches every game
	set  func(string) error
}

func (v filterFlag) Type() string          { return v.name }
func (v filterFlag) String() string        { return v.get() }
func (v filterFlag) Set(text string) error { return v.set(text) }

func yearsFlag(f *store.Filter) filterFlag { return filterFlag{"years", f.Years, f.SetYears} }

func statusFlag(f *store.Filter) filterFlag {
	return filterFlag{"status", func() string { return commas(f.Status) }, func(text string) error {
		for name := range strings.SplitSeq(text, ",") {
			st, err := dataset.ParseStatus(name)
			if err != nil {
				return err
			}
			f.Status = append(f.Status, st)
		}
		return nil
	}}
}

func splitFlag(f *store.Filter) filterFlag {
	return filterFlag{"split", func() string { return unless(f.Split, dataset.AnySplit) },
		func(text string) (err error) {
			f.Split, err = dataset.ParseSplit(text)
			return err
		}}
}

func kindFlag(f *store.Filter) filterFlag {
	return filterFlag{"kind", func() string { return unless(f.Kind, dataset.AnyKind) },
		func(text string) (err error) {
			f.Kind, err = dataset.ParseKind(text)
			return err
		}}
}

func idsFlag(f *store.Filter) filterFlag {
	return filterFlag{"ids", func() string { return commas(f.IDs) }, func(text string) error {
		for word := range strings.SplitSeq(text, ",") {
			id, err := strconv.ParseInt(strings.TrimSpace(word), 10, 64)
			if err != nil || id < 0 {
				return fmt.Errorf("%q: want ids of games, as in 14,61", word)
			}
			f.IDs = append(f.IDs, id)
		}
		slices.Sort(f.IDs)
		return nil
	}}
}

// commas formats a list of words, separated by commas.
func commas[T any](list []T) string {
	return strings.ReplaceAll(strings.Trim(fmt.Sprint(list), "[]"), " ", ",")
}

// unless formats a value, and returns "" for the value that matches every game.
func unless[T comparable](value, all T) string {
	if value == all {
		return ""
	}
	return fmt.Sprint(value)
}
