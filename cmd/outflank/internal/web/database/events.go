package database

import (
	"cmp"
	"context"
	"fmt"
	"io/fs"
	"maps"
	"slices"
	"time"

	"github.com/outflank/outflank/dataset"
	"github.com/outflank/outflank/dataset/explore"
	"github.com/outflank/outflank/dataset/stats"
	"github.com/outflank/outflank/dataset/store"
	"github.com/outflank/outflank/engine/runtime/text"
)

// An Event is a tournament in one year.
type Event struct {
	Tournament string `json:"tournament" doc:"name of the tournament"`
	Year       int    `json:"year" doc:"year of the games; 0 = unknown"`
	Games      int    `json:"games" doc:"number of games"`
	Players    int    `json:"players" doc:"number of different players"`
}

// eventsOf returns the events of all named tournaments, newest first.
func eventsOf(x *explore.Index) (list []Event) {
	games, players := map[Event]int{}, map[Event]map[stats.PlayerID]bool{}
	for g := range x.All(explore.Filter{}) {
		e := Event{Tournament: g.Tournament, Year: g.Year}
		if e.Tournament == "" {
			continue
		}
		games[e]++
		if players[e] == nil {
			players[e] = map[stats.PlayerID]bool{}
		}
		players[e][stats.BlackOf(&g)], players[e][stats.WhiteOf(&g)] = true, true
	}
	for e := range maps.Keys(games) {
		list = append(list, Event{e.Tournament, e.Year, games[e], len(players[e])})
	}
	slices.SortFunc(list, func(a, b Event) int {
		return cmp.Or(-cmp.Compare(a.Year, b.Year), cmp.Compare(a.Tournament, b.Tournament))
	})
	return list
}

// An eventsQuery searches for events.
type eventsQuery struct {
	Name  string `query:"name" doc:"a tournament's name or part of it; ignores case, accents, word order and one misspelt letter; empty = all" example:"world championship"`
	Years string `query:"years" doc:"a year, or the first and last year" example:"2001-2015"`
	First int    `query:"first" doc:"number of events to skip" minimum:"0"`
}

// An EventList is a page of events.
type EventList struct {
	Count  int     `json:"count" doc:"number of events on all pages"`
	First  int     `json:"first" doc:"number of events before this page"`
	Events []Event `json:"events" doc:"events, newest first, at most 100"`
}

const eventsOnPage = 100

func (d *Database) listEvents(_ context.Context, q eventsQuery) (EventList, error) {
	if _, err := d.loaded(); err != nil {
		return EventList{}, err
	}
	f, err := Filter{Tournament: q.Name, Years: q.Years}.filter()
	if err != nil {
		return EventList{}, err
	}
	named := map[string]bool{}
	if q.Name != "" {
		for _, e := range d.events {
			named[e.Tournament] = false
		}
		for _, m := range text.FindNames(q.Name, slices.Sorted(maps.Keys(named))) {
			named[m.Name] = true
		}
	}
	years := store.Filter{FromYear: f.FromYear, ToYear: f.ToYear}.Matcher()
	list := EventList{First: q.First, Events: []Event{}}
	for _, e := range d.events {
		if (q.Name == "" || named[e.Tournament]) && years(&dataset.Game{Year: e.Year}) {
			if list.Count >= q.First && len(list.Events) < eventsOnPage {
				list.Events = append(list.Events, e)
			}
			list.Count++
		}
	}
	return list, nil
}

// An eventQuery names an event.
type eventQuery struct {
	Name string `query:"name" doc:"name of the tournament" example:"World Championship"`
	Year *int   `query:"year" doc:"year of the event; default: the latest" example:"2004"`
}

// event returns the cross-table and the games of an event. It waits at most for the time wait.
func (d *Database) event(ctx context.Context, wait time.Duration, q eventQuery) (stats.EventResult, error) {
	x, err := d.loaded()
	if err != nil {
		return stats.EventResult{}, err
	}
	i := slices.IndexFunc(d.events, func(e Event) bool {
		return e.Tournament == q.Name && e.Year == valueOr(q.Year, e.Year)
	})
	if i < 0 {
		return stats.EventResult{}, fmt.Errorf("no event %q of that year: %w", q.Name, fs.ErrNotExist)
	}
	year := d.events[i].Year
	return result(ctx, d.people, wait, fmt.Sprintf("event %q %d", q.Name, year),
		func(context.Context) (stats.EventResult, error) {
			var games []dataset.Game
			for g := range x.All(explore.Filter{Filter: store.Filter{Tournament: q.Name}}) {
				if g.Tournament == q.Name {
					games = append(games, g)
				}
			}
			return stats.EventOf(games, nil, year), nil
		})
}
