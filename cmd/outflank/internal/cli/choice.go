package cli

import (
	"cmp"
	"errors"
	"fmt"
	"iter"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/outflank/outflank/dataset"
	"github.com/outflank/outflank/dataset/store"
	"github.com/outflank/outflank/engine/runtime/fault"
	"github.com/outflank/outflank/engine/runtime/text"
)

// Filtered yields the games that match a filter. If a part of a name matches several names, Filtered lists
// them on standard error at the end. If no game matches, the error is bad input and gives the reason.
func (a *App) Filtered(games iter.Seq2[dataset.Game, error],
	filter store.Filter) iter.Seq2[dataset.Game, error] {
	return a.chosen(filter, func(c *choice, yield func(dataset.Game, error) bool) bool {
		for g, err := range games {
			if err == nil && !c.see(&g) {
				continue
			}
			if !yield(g, err) {
				return false
			}
		}
		return true
	})
}

// FilteredTables is [App.Filtered] for the games of tables. It reads the other games only if no game matches.
func (a *App) FilteredTables(tables *store.Games, filter store.Filter) iter.Seq2[dataset.Game, error] {
	return a.chosen(filter, func(c *choice, yield func(dataset.Game, error) bool) bool {
		for g, err := range tables.Where(filter).All() {
			if err == nil {
				c.see(&g)
			}
			if !yield(g, err) {
				return false
			}
		}
		if c.games > 0 {
			return true
		}
		if err := c.seeAll(tables); err != nil {
			return yield(dataset.Game{}, err)
		}
		return true
	})
}

// CheckChoice returns the error of [App.Filtered] if no game of the tables matches the filter.
func (a *App) CheckChoice(tables *store.Games, filter store.Filter) error {
	c := newChoice(filter)
	if err := c.seeAll(tables); err != nil {
		return err
	}
	return c.err()
}

// chosen yields the games that the function games selects with a new choice. At the end, it yields the
// choice's error or lists the matching names.
func (a *App) chosen(filter store.Filter,
	games func(*choice, func(dataset.Game, error) bool) bool) iter.Seq2[dataset.Game, error] {
	return func(yield func(dataset.Game, error) bool) {
		c := newChoice(filter)
		if !games(c, yield) {
			return
		}
		if err := c.err(); err != nil {
			yield(dataset.Game{}, err)
			return
		}
		for _, p := range c.parts {
			p.sayNames(a)
		}
	}
}

// A choice counts the games that match a filter, and those that match each of its parts.
type choice struct {
	filter store.Filter
	parts  []*filterPart // the conditions of the filter, one for each flag
	games  int           // number of games that match the filter
	from   int           // earliest known year of all games seen; 0 = none
	to     int           // latest known year
}

// A filterPart is one flag of a filter.
type filterPart struct {
	flag, text string
	alone      store.Filter
	fits       bool // whether any game seen matches it

	labels func(*dataset.Game) []string // names to search for the text; nil = the flag is not about names
	names  map[string]int               // labels seen, with the number of matching games of each
	has    func(label string) bool      // whether the label contains the text
}

func newChoice(filter store.Filter) *choice {
	c := &choice{filter: filter}
	add := func(flag, text string, alone store.Filter) *filterPart {
		p := &filterPart{flag: flag, text: text, alone: alone}
		if text != "" {
			c.parts = append(c.parts, p)
		}
		return p
	}
	name := func(flag, text string, alone store.Filter, labels func(*dataset.Game) []string) {
		p := add(flag, text, alone)
		p.labels, p.names = labels, map[string]int{}
		p.has = func(label string) bool { return store.Filter{Black: text}.Match(&dataset.Game{Black: label}) }
	}
	name("player", filter.Player, store.Filter{Player: filter.Player},
		func(g *dataset.Game) []string { return []string{g.Black, g.White} })
	name("black", filter.Black, store.Filter{Black: filter.Black},
		func(g *dataset.Game) []string { return []string{g.Black} })
	name("white", filter.White, store.Filter{White: filter.White},
		func(g *dataset.Game) []string { return []string{g.White} })
	name("tournament", filter.Tournament, store.Filter{Tournament: filter.Tournament},
		func(g *dataset.Game) []string { return []string{g.Tournament} })
	add("years", yearsText(filter.FromYear, filter.ToYear),
		store.Filter{FromYear: filter.FromYear, ToYear: filter.ToYear})
	add("ids", idsFlag(&filter).String(), store.Filter{IDs: filter.IDs})
	add("kind", kindFlag(&filter).String(), store.Filter{Kind: filter.Kind})
	add("status", statusFlag(&filter).String(), store.Filter{Status: filter.Status})
	add("split", splitFlag(&filter).String(), store.Filter{Split: filter.Split, Shares: filter.Shares})
	return c
}

// yearsText formats years in the form that the flag accepts; "" = no years.
func yearsText(from, to int) string {
	f := store.Filter{FromYear: from, ToYear: to}
	if from == to && from != 0 {
		return strconv.Itoa(from)
	}
	return f.Years()
}

// see counts a game, and reports whether it matches the filter.
func (c *choice) see(g *dataset.Game) bool {
	let := c.filter.Match(g)
	if let {
		c.games++
	} else if c.games > 0 {
		return false // a game has already matched, so there will be no error to explain
	}
	for _, p := range c.parts {
		p.see(g, let)
	}
	if g.Year != 0 {
		c.from, c.to = min(cmp.Or(c.from, g.Year), g.Year), max(c.to, g.Year)
	}
	return let
}

func (p *filterPart) see(g *dataset.Game, let bool) {
	p.fits = p.fits || p.alone.Match(g)
	if p.labels == nil {
		return
	}
	for _, label := range p.labels(g) {
		n := p.names[label]
		if let {
			n++
		}
		p.names[label] = n
	}
}

// seeAll counts all games of tables.
func (c *choice) seeAll(tables *store.Games) error {
	for g, err := range tables.All() {
		if err != nil {
			return err
		}
		c.see(&g)
	}
	return nil
}

// err returns an error with the reason if no game matches, otherwise nil.
func (c *choice) err() error {
	if c.games > 0 || len(c.parts) == 0 {
		return nil
	}
	var all []string
	var wrong error
	for _, p := range c.parts {
		all = append(all, p.String())
		if !p.fits {
			err := c.misfit(p)
			if wrong != nil {
				err = fmt.Errorf("%w; %w", wrong, err)
			}
			wrong = err
		}
	}
	if wrong == nil {
		wrong = errors.New("no game matches all of " + strings.Join(all, ", "))
	}
	return fault.BadInput(wrong)
}

// String returns the flag as typed.
func (p *filterPart) String() string {
	if strings.Contains(p.text, " ") {
		return fmt.Sprintf("--%s %q", p.flag, p.text)
	}
	return fmt.Sprintf("--%s %s", p.flag, p.text)
}

// maxNames is the maximum number of names in a message.
const maxNames = 5

// misfit returns the error for a part that matches no game, with a suggestion.
func (c *choice) misfit(p *filterPart) error {
	var hint text.Hint
	if p.flag == "years" && c.from > 0 {
		hint = text.Hint(": the games are from " + yearsText(c.from, c.to))
	} else if p.names != nil {
		var near []string
		for _, m := range text.FindNames(p.text, slices.Sorted(maps.Keys(p.names))) {
			near = append(near, m.Name)
		}
		hint = text.Hint(": did you mean " + strings.Join(near[:min(maxNames, len(near))], ", ") + "?")
		if len(near) == 0 {
			kind := "players"
			if p.flag == "tournament" {
				kind = "tournaments"
			}
			hint = text.Hint(": no similar name; `outflank stats " + kind + " GAMES` lists all names")
		}
	}
	return fmt.Errorf("%s matches no game%w", p, hint)
}

// sayNames lists the names that contain the text, most games first, if there are several.
func (p *filterPart) sayNames(a *App) {
	var names []string
	for label, n := range p.names {
		if n > 0 && p.has(label) {
			names = append(names, label)
		}
	}
	if len(names) < 2 {
		return
	}
	slices.SortFunc(names, func(a, b string) int { return cmp.Or(p.names[b]-p.names[a], strings.Compare(a, b)) })
	list := make([]string, 0, maxNames)
	for _, label := range names[:min(maxNames, len(names))] {
		list = append(list, fmt.Sprintf("%s (%s)", label, text.Number(p.names[label])))
	}
	page := strings.Join(list, ", ")
	if more := len(names) - len(list); more > 0 {
		page += fmt.Sprintf(" and %d more", more)
	}
	fmt.Fprintf(a.Err, "%s matches %s: %s\n", p, text.Plural(len(names), "name"), page)
}
