package transfer

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"runtime"
	"strings"

	"github.com/outflank/outflank/dataset"
	"github.com/outflank/outflank/dataset/store"
	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/engine/runtime/parallel"
	"github.com/outflank/outflank/wthor"
)

// chunkGames is the number of records that a worker gets at a time.
const chunkGames = 512

// A chunk consists of consecutive records of a file before they are replayed.
type chunk struct {
	file   *openSource
	first  int // record number of games[0]
	games  []wthor.Game
	faults []*wthor.FormatError // in these games

	// Games from a text file, which are built as they are read.
	rows  []dataset.Game
	bad   []*dataset.GameError
	known int // players of rows that are players of a names file
	alias int // players of rows that got another name

	end   *store.Source // the file, if this is its last chunk
	names *names        // the names file, if the chunk contains one
	err   error         // error that ended the input
}

// An openSource contains the data that all games of a file share.
type openSource struct {
	name                 string
	header               wthor.Header
	players, tournaments []string
}

// A batch is a replayed chunk.
type batch struct {
	games []dataset.Game
	bad   []*dataset.GameError
	sum   Summary // of games and bad
	end   *store.Source
	names *names
	err   error
}

// readChunks yields the records of all files, followed by each names file as a chunk. An error is the last
// item.
func (s Sources) readChunks() iter.Seq[chunk] {
	return func(yield func(chunk) bool) {
		read, order, err := s.readNames()
		if err != nil {
			yield(chunk{err: err})
			return
		}
		who := s.identifier(read)
		for _, f := range s.Files {
			if !f.readChunks(s.open, read[f.Players], read[f.Tournaments], who, yield) {
				return
			}
		}
		for _, path := range order {
			if n := read[path]; !yield(chunk{end: &n.source, names: &n}) {
				return
			}
		}
	}
}

// readNames reads the names files. It returns them by path, and the paths in the order in which the game
// files need them.
func (s Sources) readNames() (read map[string]names, order []string, err error) {
	read = map[string]names{"": {}}
	called := s.namesFiles()
	for _, f := range s.Files {
		for _, n := range [...]struct{ path, kind string }{{f.Players, "players"}, {f.Tournaments, "tournaments"}} {
			if _, ok := read[n.path]; ok {
				continue
			}
			if read[n.path], err = s.open.readNames(n.path, called[n.path], n.kind); err != nil {
				return nil, nil, err
			}
			order = append(order, n.path)
		}
	}
	return read, order, nil
}

// readChunks yields the records of one file. It returns false if the caller must stop.
func (f SourceFile) readChunks(o openers, players, tournaments names, who identifier,
	yield func(chunk) bool) bool {
	file, err := o.open(f.Path)
	if err != nil {
		yield(chunk{err: fmt.Errorf("transfer: %w", err)})
		return false
	}
	defer file.Close()
	if f.Format != "" {
		return f.readText(file, who, yield)
	}
	s := newSourceReader(file)
	r, err := wthor.NewReader(s)
	if err != nil {
		yield(chunk{err: fmt.Errorf("transfer: %s: %w", f.Path, err)})
		return false
	}
	r.Players, r.Tournaments = len(players.labels), len(tournaments.labels)
	open := &openSource{f.Name, r.Header(), players.labels, tournaments.labels}
	c := chunk{file: open}
	for g, err := range r.All() {
		fault, ok := errors.AsType[*wthor.FormatError](err)
		if err != nil && (!ok || fault.Fatal()) {
			c.err = fmt.Errorf("transfer: %s: %w", f.Path, err)
			yield(c)
			return false
		}
		if err != nil {
			c.faults = append(c.faults, fault)
		}
		c.games = append(c.games, g)
		if len(c.games) == chunkGames {
			if !yield(c) {
				return false
			}
			c = chunk{file: open, first: c.first + chunkGames}
		}
	}
	end := s.source(f.Name, "games", c.first+len(c.games))
	end.Players, end.Tournaments = players.source.Name, tournaments.source.Name
	c.end = &end
	return yield(c)
}

// replay turns records into rows and separates bad games.
func (c chunk) replay() batch {
	b := batch{games: c.rows, end: c.end, names: c.names, err: c.err}
	b.sum.KnownPlayers, b.sum.Aliases = c.known, c.alias
	for i := range c.rows {
		b.sum.add(&c.rows[i])
	}
	for _, e := range c.bad {
		b.leaveOut(e)
	}
	if len(c.games) == 0 {
		return b
	}
	b.games = make([]dataset.Game, 0, len(c.games))
	moves := make([]engine.Square, 0, 60*len(c.games))
	faults := c.faults
	for i, raw := range c.games {
		record := c.first + i
		if len(faults) > 0 && faults[0].Record == record {
			b.leaveOut(formatError(c.file.name, faults[0]))
			faults = faults[1:]
			continue
		}
		g := dataset.FromWthor(moves, raw, c.file.header, c.file.players, c.file.tournaments)
		moves = moves[:len(moves)+len(g.Moves)]
		g.Source, g.Record = c.file.name, record
		if err := g.Replay(); err != nil {
			b.leaveOut(illegalError(c.file.name, record, err))
			continue
		}
		b.sum.add(&g)
		b.games = append(b.games, g)
	}
	return b
}

func (b *batch) leaveOut(e *dataset.GameError) {
	b.bad = append(b.bad, e)
	b.sum.leaveOut(e)
}

// Sizes in a game file: the header, a record, and the offset of the moves in a record.
const headerBytes, recordBytes, movesAt = 16, 68, 8

// formatError returns the error for a record that violates the format.
func formatError(file string, f *wthor.FormatError) *dataset.GameError {
	ply := int(f.Offset-headerBytes)%recordBytes - movesAt + 1
	return &dataset.GameError{
		File: file, Record: f.Record, Offset: f.Offset, Ply: max(0, ply), Err: f,
		Reason: fmt.Sprintf("%s is %s, expected %s", f.Field, f.Value, f.Want),
	}
}

// illegalError returns the error for a game whose replay failed with err.
func illegalError(file string, record int, err error) *dataset.GameError {
	e := &dataset.GameError{File: file, Record: record, Offset: headerBytes + recordBytes*int64(record),
		Err: err, Reason: strings.TrimPrefix(err.Error(), "engine: ")}
	if illegal, ok := errors.AsType[*engine.IllegalMoveError](err); ok {
		e.Ply = illegal.Index + 1
		e.Offset += movesAt + int64(illegal.Index)
	}
	return e
}

// batches replays all files on several goroutines (workers, 0 = one per processor) and yields the results in
// order. It stops when ctx ends.
func (s Sources) batches(ctx context.Context, workers int) iter.Seq[batch] {
	if workers <= 0 {
		workers = runtime.GOMAXPROCS(0)
	}
	replay := func(_ context.Context, c chunk) (batch, error) { return c.replay(), nil }
	return func(yield func(batch) bool) {
		for b, err := range parallel.Map(ctx, workers, 2*workers, s.readChunks(), replay) {
			if err != nil || !yield(b) {
				return
			}
		}
	}
}

// Games yields the replayed games of all files in order, with consecutive ids, without writing tables. It
// yields a bad game as a [*dataset.GameError] and continues: stop at the first error, or check its type to
// skip bad games. A bad file or the end of ctx is an error that ends the iteration. Several goroutines do the
// work; all of them end with the iteration.
func (s Sources) Games(ctx context.Context) iter.Seq2[dataset.Game, error] {
	return func(yield func(dataset.Game, error) bool) {
		var id int64
		for b := range s.batches(ctx, 0) {
			for i := range b.games {
				b.games[i].ID = id
				id++
			}
			if !b.merged(yield) {
				return
			}
			if b.err != nil {
				yield(dataset.Game{}, b.err)
				return
			}
		}
		if err := ctx.Err(); err != nil {
			yield(dataset.Game{}, err)
		}
	}
}

// merged yields games and bad games in record order.
func (b *batch) merged(yield func(dataset.Game, error) bool) bool {
	bad := b.bad
	for _, g := range b.games {
		for len(bad) > 0 && bad[0].Record < g.Record {
			if !yield(dataset.Game{}, bad[0]) {
				return false
			}
			bad = bad[1:]
		}
		if !yield(g, nil) {
			return false
		}
	}
	for _, e := range bad {
		if !yield(dataset.Game{}, e) {
			return false
		}
	}
	return true
}
