package club

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/outflank/outflank/cmd/outflank/internal/web/folder"
	"github.com/outflank/outflank/cmd/outflank/internal/web/games"
	"github.com/outflank/outflank/cmd/outflank/internal/web/position"
	"github.com/outflank/outflank/cmd/outflank/internal/web/wire"
	"github.com/outflank/outflank/engine/notation"
	"github.com/outflank/outflank/engine/runtime/fault"
)

// A Shelf holds the evenings of a server. It is safe for concurrent use.
type Shelf struct {
	files folder.Documents[evening] // locked before the hall
	hall  *games.Hall
}

const (
	version      = 1
	mostEvenings = 200
	perClient    = 4              // evenings of a client that are in use
	unused       = 24 * time.Hour // time without changes after which an evening is not in use
)

// NewShelf returns the shelf of a folder. The games are in a hall.
func NewShelf(dir string, hall *games.Hall) *Shelf {
	return &Shelf{hall: hall, files: folder.Documents[evening]{Dir: dir, What: "evening",
		Head: func(e evening) evening { return e }, Check: func(e *evening) error {
			if e.Version != version {
				return fmt.Errorf("version %d, want %d", e.Version, version)
			}
			return e.check()
		}}}
}

// Close unlocks the folder. Later requests fail.
func (s *Shelf) Close() { s.files.Close() }

// now returns the time in whole seconds, as files keep it.
func now() time.Time { return time.Now().UTC().Truncate(time.Second) }

// create stores a new evening.
func (s *Shelf) create(client string, p Plan) (View, error) {
	e := evening{Version: version, Key: wire.NewKey(), Client: client, Changed: now(), Plan: p,
		Players: []player{}, Results: map[int]games.Outcome{}}
	if err := e.check(); err != nil {
		return View{}, err
	}
	s.files.Lock()
	defer s.files.Unlock()
	if err := s.makeRoom(client); err != nil {
		return View{}, err
	}
	q := Query{ID: wire.NewID(), Organiser: e.Key}
	return e.view(q, nil), s.files.Put(q.ID, e)
}

// makeRoom removes the evening that changed first of those not in use, if the shelf is full. It returns an
// error if the client, or all together, use too many.
func (s *Shelf) makeRoom(client string) error {
	all, err := s.files.Heads()
	mine, old := 0, ""
	for id, e := range all {
		switch idle := e.over() || time.Since(e.Changed) > unused; {
		case !idle && e.Client == client:
			mine++
		case idle && (old == "" || e.Changed.Before(all[old].Changed)):
			old = id
		}
	}
	switch {
	case err != nil || mine < perClient && len(all) < mostEvenings:
		return err
	case mine >= perClient || old == "":
		return wire.Fail(http.StatusTooManyRequests, fmt.Errorf("%d evenings are in use, %d of them by you: "+
			"finish some, or wait a day", len(all), mine))
	}
	return s.files.Remove(old)
}

// A change is a change of an evening.
type change func(e *evening) error

// errSame is the error of a change that changes nothing.
var errSame = errors.New("nothing changes")

// change brings an evening up to date, makes a change, and saves it.
func (s *Shelf) change(q Query, do change) (View, error) {
	s.files.Lock()
	defer s.files.Unlock()
	e, err := s.files.Get(q.ID)
	if err != nil {
		return View{}, err
	}
	live, changed, err := e.advance(q, s.hall)
	if err == nil {
		err = do(&e)
	}
	if err == nil {
		live, _, err = e.advance(q, s.hall)
		changed = true
	}
	if err != nil && !errors.Is(err, errSame) {
		return View{}, err
	}
	if changed {
		e.Changed = now()
		if err := s.files.Put(q.ID, e); err != nil {
			return View{}, err
		}
	}
	return e.view(q, live), nil
}

// see returns an evening as a client sees it.
func (s *Shelf) see(q Query) (View, error) {
	return s.change(q, func(*evening) error { return errSame })
}

// errOrganiser is the error for a request that needs the organiser's key.
var errOrganiser = wire.Fail(http.StatusForbidden, errors.New("only the organiser may do this"))

// organise is like change, for the organiser only.
func (s *Shelf) organise(q Query, do change) (View, error) {
	return s.change(q, func(e *evening) error {
		if !wire.IsKey(e.Key, q.Organiser) {
			return errOrganiser
		}
		return do(e)
	})
}

// list returns all evenings, the latest changes first.
func (s *Shelf) list() (List, error) {
	s.files.Lock()
	defer s.files.Unlock()
	all, err := s.files.Heads()
	l := List{Evenings: []Summary{}}
	for id, e := range all {
		l.Evenings = append(l.Evenings, e.summary(id))
	}
	slices.SortFunc(l.Evenings, func(a, b Summary) int {
		return cmp.Or(b.Changed.Compare(a.Changed), cmp.Compare(a.ID, b.ID))
	})
	return l, err
}

// export returns the games of an evening that were played on this server, as a file.
func (s *Shelf) export(q exportQuery) (wire.File, error) {
	format, err := notation.Named(cmp.Or(q.Format, "pgn"))
	if err != nil || format.Name != "pgn" && format.Name != "ggf" {
		return wire.File{}, fault.Misusef("format: %.20q: want pgn or ggf", q.Format)
	}
	var text bytes.Buffer
	_, err = s.change(q.Query, func(e *evening) error {
		for i, m := range e.schedule() {
			r := e.Results[i]
			if r.Moves == "" {
				continue
			}
			record, err := e.record(m, r)
			if err == nil {
				err = format.Write(&text, record)
			}
			if err != nil {
				return fault.Misusef("format: %w", err)
			}
		}
		return errSame
	})
	return wire.File{Media: "text/plain; charset=utf-8", Name: "evening" + format.Extensions[0],
		Data: text.Bytes()}, err
}

// plain replaces brackets, which would end a text in GGF.
var plain = strings.NewReplacer("[", "(", "]", ")")

// record returns a finished game for a file.
func (e *evening) record(m meeting, r games.Outcome) (notation.Record, error) {
	g, err := position.Place{Start: e.Start, Moves: r.Moves}.Game()
	ends := map[string]notation.End{"resigned": notation.Resigned, "time": notation.TimedOut,
		"agreed": notation.Agreed, games.Ruled: notation.Awarded}
	points := map[string]float64{"black": 1, "white": -1}
	res := notation.Result{Kind: notation.Outcome, Diff: points[r.End.Winner], End: ends[r.End.Reason]}
	switch {
	case r.End.Reason == "discs":
		res = notation.Result{Kind: notation.Difference, Diff: float64(r.Diff), Empties: notation.ToWinner}
	case r.End.Winner == "none":
		res = notation.Result{End: notation.Unfinished}
	}
	return notation.Record{Game: g, Event: plain.Replace(e.Title), Date: e.Started.Local().Format("2006.01.02"),
		Round: strconv.Itoa(m.round + 1), Black: plain.Replace(e.Players[m.black].Name),
		White: plain.Replace(e.Players[m.white].Name), Result: res}, err
}
