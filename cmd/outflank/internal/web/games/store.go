package games

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/outflank/outflank/cmd/outflank/internal/web/folder"
	"github.com/outflank/outflank/cmd/outflank/internal/web/wire"
	"github.com/outflank/outflank/engine/runtime/durable"
	"github.com/outflank/outflank/engine/runtime/fault"
)

// format is the format of the journals: the settings are a setup without random draws, the records are steps.
var format = durable.Format{Name: "game", Version: 1}

const extension = ".game"

func (h *Hall) path(g *game) string { return filepath.Join(h.opt.Dir, g.id+extension) }

// open reads the folder of the games unless it has done so. If the folder is missing, create decides whether
// to make it.
func (h *Hall) open(create bool) error {
	if h.closed {
		return wire.Fail(http.StatusServiceUnavailable, errors.New("the server is shutting down"))
	}
	if h.unlock != nil {
		return nil
	}
	unlock, err := folder.Open(h.opt.Dir, extension, create, func(id string, info fs.FileInfo) {
		if info.Size() == 0 { // the server stopped before it wrote the setup
			_ = os.Remove(filepath.Join(h.opt.Dir, id+extension))
			return
		}
		h.games[id] = h.read(id, info.ModTime())
	})
	if unlock != nil {
		h.unlock = unlock
	}
	return err
}

// read returns the game of a journal file, and closes the journal.
func (h *Hall) read(id string, changed time.Time) *game {
	g := &game{id: id, changed: make(chan struct{})}
	g, err := func() (*game, error) {
		j, err := durable.OpenJournal(h.path(g), format)
		if err != nil {
			return g, err
		}
		defer j.Close()
		return replayed(g.id, j)
	}()
	g.touched = changed
	if err != nil {
		g.damage = fault.BadInputf("the game cannot be read: %w", withoutPath(err))
	}
	return g
}

// replayed returns the game of an open journal, or an empty game and an error.
func replayed(id string, j *durable.Journal) (*game, error) {
	empty := &game{id: id, changed: make(chan struct{})}
	var in saved
	if err := durable.Strict(j.Settings(), &in); err != nil {
		return empty, j.Bad(1, err)
	}
	s, start, limit, err := in.check()
	if err != nil {
		return empty, j.Bad(1, err)
	}
	g := newGame(id, s, start, limit)
	g.keys, g.names, g.evening = in.Keys, in.Names, in.Evening
	for r, err := range j.Records() {
		var st step
		if err == nil {
			err = durable.Strict(r.JSON, &st)
		}
		if err == nil {
			err = g.replay(st)
		}
		if err != nil {
			return empty, j.Bad(r.Line, err)
		}
	}
	return g, nil
}

// withoutPath removes the path of the file from an error, because clients must not see it.
func withoutPath(err error) error {
	if at, ok := errors.AsType[*durable.FileError](err); ok {
		return &durable.FileError{File: "its journal", Line: at.Line, Err: at.Err}
	}
	if at, ok := errors.AsType[*fs.PathError](err); ok {
		return at.Err
	}
	return err
}

// begin creates the journal of a game.
func (h *Hall) begin(g *game) (err error) {
	h.rest()
	g.journal, err = durable.CreateJournal(h.path(g), format, saved{g.setup, g.keys, g.names, g.evening})
	return err
}

// bringBack opens the journal of a game if it is closed.
func (h *Hall) bringBack(g *game) (err error) {
	if g.journal != nil {
		return nil
	}
	h.rest()
	g.journal, err = durable.OpenJournal(h.path(g), format)
	return err
}

// rest closes journals of idle games if too many are open, least recently changed games first.
func (h *Hall) rest() {
	var open []*game
	for _, g := range h.games {
		if g.journal != nil && g.idle() {
			open = append(open, g)
		}
	}
	slices.SortFunc(open, func(a, b *game) int { return a.touched.Compare(b.touched) })
	for len(open) >= mostOpen {
		_ = open[0].putAway() // the operating system has its data
		open = open[1:]
	}
}

// putAway closes the journal of a game and stops its clock.
func (g *game) putAway() error {
	if g.journal == nil {
		return nil
	}
	err := g.journal.Close()
	g.journal = nil
	g.clock.Halt()
	return err
}

// makeRoom removes old games beyond the limit: finished ones first, then abandoned ones without a move, then
// those that have not changed for long. It returns an error if the client uses too many games.
func (h *Hall) makeRoom(client string) error {
	now, mine := time.Now(), 0
	var old []*game
	rank := map[*game]int{}
	for _, g := range h.games {
		unused := g.idle() && now.Sub(g.touched) >= abandoned
		if !unused && g.client == client && client != "" && !g.over() {
			mine++
		}
		switch {
		case g.damage != nil || !g.idle() || g.evening != "" && !g.settled && now.Sub(g.touched) < lastly:
			continue
		case g.over():
			rank[g] = 1
		case unused && g.untouched():
			rank[g] = 2
		case now.Sub(g.touched) >= recently:
			rank[g] = 3
		default:
			continue
		}
		old = append(old, g)
	}
	if mine >= perClient {
		return wire.Fail(http.StatusTooManyRequests,
			fmt.Errorf("%d of your games are in use: finish, delete or leave some", mine))
	}
	slices.SortFunc(old, func(a, b *game) int {
		return cmp.Or(cmp.Compare(rank[a], rank[b]), a.touched.Compare(b.touched))
	})
	for len(h.games) >= h.opt.Kept {
		if len(old) == 0 {
			return wire.Fail(http.StatusTooManyRequests,
				fmt.Errorf("%d games are in progress, which is the limit of this server", len(h.games)))
		}
		if err := h.drop(old[0]); err != nil {
			return err
		}
		old = old[1:]
	}
	return nil
}

// drop removes a game from the hall and from the disk.
func (h *Hall) drop(g *game) error {
	g.halt()
	if err := g.putAway(); err != nil {
		return err
	}
	if err := os.Remove(h.path(g)); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	delete(h.games, g.id)
	g.notify()
	return nil
}

// remove deletes a game at the request of a client.
func (h *Hall) remove(q ID) error {
	h.mu.Lock()
	defer h.mu.Unlock()
	if err := h.open(false); err != nil {
		return err
	}
	g, ok := h.games[q.ID]
	switch {
	case !ok:
		return errNone(q.ID)
	case g.setup.Seats && g.side(q.Seat) == "":
		return errSeat
	case g.evening != "":
		return errEvening
	}
	return h.drop(g)
}
