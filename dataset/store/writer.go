package store

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"unicode/utf8"

	"github.com/apache/arrow/go/v17/arrow"

	"github.com/outflank/outflank/dataset"
	"github.com/outflank/outflank/engine/runtime/durable"
)

// Options are the settings of a [Writer]. The zero value writes games.parquet.
type Options struct {
	Formats []Format // formats to write; none = Parquet only
	// Meta, such as the seed and the configuration, is stored in the manifest and in each table. Without time
	// stamps, the same games give the same bytes.
	Meta map[string]string
}

// batchRows is the number of games in a batch, which is also a row group of the Parquet file. Larger batches
// compress only slightly better and leave the second core idle while the first batch fills.
const batchRows = 16384

// errWriter is the error of a Writer after Commit or Abort.
var errWriter = errors.New("store: the writer has been committed or aborted")

// A Writer streams games to the tables of a directory. It is not safe for concurrent use. End it with Commit
// or Abort; the directory's old content stays unchanged until Commit.
type Writer struct {
	dir    string
	opt    Options
	unlock func()
	unmake func() // removes the directory if the Writer created it
	tables []*tableFile
	rows   *rowBuilder
	count  int64
	nextID int64
	source []Source
	names  [2][]nameRow // players and tournaments
	ended  bool

	// Encoding runs in a separate goroutine, concurrently with the code that produces the games.
	batches chan arrow.Record
	failed  chan struct{} // closed after err is set
	done    chan struct{} // closed when the goroutine ends
	err     error

	step func(string) // called before each action of a commit, where tests stop it
}

// Create starts new tables in a directory. It creates a missing directory, which Abort removes again. If an
// earlier process was killed, Create completes its commit or removes its files. It returns [durable.ErrBusy]
// if another process is writing there.
func Create(dir string, opt Options) (*Writer, error) {
	for _, f := range opt.formats() {
		if f != Parquet && f != Arrow {
			return nil, fmt.Errorf("store: format %q: want %q or %q", f, Parquet, Arrow)
		}
	}
	unmake, err := durable.MkdirAll(dir)
	if err != nil {
		return nil, fmt.Errorf("store: %w", err)
	}
	unlock, err := durable.LockDir(dir)
	if err != nil {
		return nil, err
	}
	if err := recoverDir(dir); err != nil {
		unlock()
		return nil, err
	}
	w := &Writer{
		dir: dir, opt: opt, unlock: unlock, unmake: unmake, rows: newRowBuilder(),
		batches: make(chan arrow.Record, 1),
		failed:  make(chan struct{}), done: make(chan struct{}),
		step: func(string) {},
	}
	if err := w.createTables(); err != nil {
		w.discard()
		return nil, err
	}
	go w.encode()
	return w, nil
}

// formats returns the formats to write, without duplicates and in a fixed order.
func (o Options) formats() []Format {
	if len(o.Formats) == 0 {
		return []Format{Parquet}
	}
	return slices.Compact(slices.Sorted(slices.Values(o.Formats)))
}

// createTables creates the files.
func (w *Writer) createTables() error {
	for _, f := range w.opt.formats() {
		t, err := createTable(w.dir, gamesTable, f, w.opt.Meta)
		if err != nil {
			return err
		}
		w.tables = append(w.tables, t)
	}
	return nil
}

// Write appends a game and numbers it, from 0, ignoring its ID. It does not replay the game. It returns an
// error for a game that a table cannot store (a square beyond h8, text that is not UTF-8); further games may
// follow. Any other error is a write error, which all later calls return too.
func (w *Writer) Write(g dataset.Game) error {
	g.ID = w.nextID
	return w.WriteNumbered(&g)
}

// WriteNumbered appends a game and keeps its ID.
func (w *Writer) WriteNumbered(g *dataset.Game) error {
	if w.ended {
		return errWriter
	}
	if err := g.Check(); err != nil {
		return fmt.Errorf("store: game %d: %w", w.count, err)
	}
	w.nextID = max(w.nextID, g.ID+1)
	w.rows.add(g)
	w.count++
	if w.rows.rows == batchRows {
		w.batches <- w.rows.take()
	}
	select {
	case <-w.failed:
		return w.err
	default:
		return nil
	}
}

// AddSource adds a source of games to the manifest.
func (w *Writer) AddSource(s Source) { w.source = append(w.source, s) }

// Sources returns the sources added with [Writer.AddSource].
func (w *Writer) Sources() []Source { return w.source }

// Update replaces the sources and removes all names. The next game gets at least the given id.
func (w *Writer) Update(sources []Source, nextID int64) {
	w.source, w.names, w.nextID = sources, [2][]nameRow{}, max(w.nextID, nextID)
}

// AddPlayers adds the labels of a names file, by id, to the players table. Commit writes this table only if
// it contains labels. Each source may be added once. Labels must be valid UTF-8.
func (w *Writer) AddPlayers(source string, labels []string) error {
	return w.addNames(0, source, labels)
}

// AddTournaments is AddPlayers for the tournaments table.
func (w *Writer) AddTournaments(source string, labels []string) error {
	return w.addNames(1, source, labels)
}

func (w *Writer) addNames(table int, source string, labels []string) error {
	if slices.ContainsFunc(w.names[table], func(n nameRow) bool { return n.Source == source }) {
		return fmt.Errorf("store: names of %s: they were added before", source)
	}
	for id, label := range labels {
		if !utf8.ValidString(source) || !utf8.ValidString(label) {
			return fmt.Errorf("store: names of %s: label %d, %q, is not UTF-8", source, id, label)
		}
		w.names[table] = append(w.names[table], nameRow{source, id, label})
	}
	return nil
}

// encode writes batches until there are no more. After an error it discards them, so that Write does not
// block forever.
func (w *Writer) encode() {
	defer close(w.done)
	for rec := range w.batches {
		if w.err == nil {
			if w.err = w.encodeBatch(rec); w.err != nil {
				close(w.failed)
			}
		}
		rec.Release()
	}
}

func (w *Writer) encodeBatch(rec arrow.Record) error {
	for _, t := range w.tables {
		if err := t.write(rec); err != nil {
			return err
		}
	}
	return nil
}

// Commit writes buffered games, replaces the directory's tables with the new ones and ends the Writer. Either
// all files change or none: readers find the old tables until the new manifest is renamed into place, and the
// new ones afterwards, even if the process is killed in between. After an error the old tables stay, with one
// exception: if tables could not be renamed, the new ones are valid under names that end in ".new", and the
// next Create renames them.
func (w *Writer) Commit() (Manifest, error) {
	if w.ended {
		return Manifest{}, errWriter
	}
	if w.rows.rows > 0 || w.count == 0 {
		w.batches <- w.rows.take() // an empty table contains one empty batch
	}
	w.stop()
	if w.err != nil {
		w.discard()
		return Manifest{}, w.err
	}
	m, err := w.finish()
	if err != nil {
		w.discard()
		return Manifest{}, err
	}
	committed, err := publish(w.dir, &m, w.step)
	if !committed {
		w.discard()
		return Manifest{}, err
	}
	w.unlock()
	return m, err
}

// stop ends the goroutine.
func (w *Writer) stop() {
	w.ended = true
	close(w.batches)
	<-w.done
	w.rows.release()
}

// finish closes the tables and describes them.
func (w *Writer) finish() (Manifest, error) {
	m := Manifest{
		Format: manifestFormat, Schema: SchemaVersion, Rows: w.count, NextID: w.nextID,
		Sources: append([]Source{}, w.source...), Meta: map[string]string{},
	}
	maps.Copy(m.Meta, w.opt.Meta)
	if err := w.writeNames(); err != nil {
		return m, err
	}
	for _, t := range w.tables {
		w.step("finish " + t.name)
		entry, err := t.finish()
		if err != nil {
			return m, err
		}
		m.Tables = append(m.Tables, entry)
	}
	return m, nil
}

// writeNames writes the tables of players and tournaments.
func (w *Writer) writeNames() error {
	for i, kind := range [...]tableKind{playersTable, tournamentsTable} {
		if len(w.names[i]) == 0 {
			continue
		}
		rec := nameRecord(w.names[i])
		defer rec.Release()
		for _, f := range w.opt.formats() {
			t, err := createTable(w.dir, kind, f, w.opt.Meta)
			if err != nil {
				return err
			}
			w.tables = append(w.tables, t)
			if err := t.write(rec); err != nil {
				return err
			}
		}
	}
	return nil
}

// Abort ends the Writer and restores the directory. After Commit or another Abort it does nothing, so it can
// be deferred.
func (w *Writer) Abort() {
	if w.ended {
		return
	}
	w.stop()
	w.discard()
}

// discard removes the written files. It then unlocks the directory, or removes it if it is new.
func (w *Writer) discard() {
	for _, t := range w.tables {
		t.file.Close()
	}
	_ = sweep(w.dir) // the next Create removes any remaining files
	w.unlock()
	w.unmake()
}
