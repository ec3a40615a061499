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

// AddFilterFlags adds the flags that choose games.
func AddFilterFlags(c *cobra.Command, f *store.Filter) {
	c.Flags().Var((*idsFlag)(f), "ids", "only the games with these ids, as in 14,61")
	c.Flags().Var((*yearsFlag)(f), "years", "only games of these years, as in 2001-2015 or 2012")
	c.Flags().StringVar(&f.Player, "player", "", "only games in which the name of a player holds this text")
	c.Flags().StringVar(&f.Black, "black", "", "only games in which black's name holds this text")
	c.Flags().StringVar(&f.White, "white", "", "only games in which white's name holds this text")
	c.Flags().StringVar(&f.Tournament, "tournament", "", "only games of tournaments whose name holds this text")
	c.Flags().Var((*kindFlag)(f), "kind", "humans: only games between people; programs: only games with one, "+
		"which a label with parentheses stands for as in WTHOR files")
	c.Flags().Var((*statusFlag)(f), "status", "only complete or only unfinished games")
	c.Flags().Var((*splitFlag)(f), "split", "only games of the split train, validation or test "+
		"(80, 10, 10 %, by the moves)")
}

// FilterText returns the flags of [AddFilterFlags] that were given to a command, as they were typed:
// "--years 2001-2015 --player Tastet"; "" if there were none.
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

// yearsFlag reads "2001-2015" into a filter.
type yearsFlag store.Filter

func (y *yearsFlag) Type() string { return "years" }

func (y *yearsFlag) String() string {
	return (*store.Filter)(y).Years()
}

func (y *yearsFlag) Set(text string) error { return (*store.Filter)(y).SetYears(text) }

// statusFlag reads a status into a filter.
type statusFlag store.Filter

func (s *statusFlag) Type() string { return "status" }

func (s *statusFlag) String() string {
	names := make([]string, len(s.Status))
	for i, st := range s.Status {
		names[i] = st.String()
	}
	return strings.Join(names, ",")
}

func (s *statusFlag) Set(text string) error {
	for _, name := range strings.Split(text, ",") {
		st, err := dataset.ParseStatus(name)
		if err != nil {
			return err
		}
		s.Status = append(s.Status, st)
	}
	return nil
}

// splitFlag reads a split into a filter.
type splitFlag store.Filter

func (s *splitFlag) Type() string { return "split" }

func (s *splitFlag) String() string {
	if s.Split == dataset.AnySplit {
		return ""
	}
	return s.Split.String()
}

func (s *splitFlag) Set(text string) (err error) {
	s.Split, err = dataset.ParseSplit(text)
	return err
}

// kindFlag reads who plays into a filter.
type kindFlag store.Filter

func (k *kindFlag) Type() string { return "kind" }

func (k *kindFlag) String() string {
	if k.Kind == dataset.AnyKind {
		return ""
	}
	return k.Kind.String()
}

func (k *kindFlag) Set(text string) (err error) {
	k.Kind, err = dataset.ParseKind(text)
	return err
}

// idsFlag reads "14,61" into a filter.
type idsFlag store.Filter

func (d *idsFlag) Type() string { return "ids" }

func (d *idsFlag) String() string {
	names := make([]string, len(d.IDs))
	for i, id := range d.IDs {
		names[i] = strconv.FormatInt(id, 10)
	}
	return strings.Join(names, ",")
}

func (d *idsFlag) Set(text string) error {
	for _, word := range strings.Split(text, ",") {
		id, err := strconv.ParseInt(strings.TrimSpace(word), 10, 64)
		if err != nil || id < 0 {
			return fmt.Errorf("%q: want ids of games as in 14,61", word)
		}
		d.IDs = append(d.IDs, id)
	}
	slices.Sort(d.IDs)
	return nil
}
