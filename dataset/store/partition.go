package store

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"maps"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"

	"github.com/apache/arrow/go/v17/arrow"
	"github.com/apache/arrow/go/v17/arrow/array"

	"github.com/outflank/outflank/dataset"
	"github.com/outflank/outflank/engine/runtime/durable"
	"github.com/outflank/outflank/engine/runtime/fault"
	"github.com/outflank/outflank/engine/runtime/parallel"
)

// A Partition is the key by which a folder of positions is divided.
type Partition string

// The partitions. Files divided by year contain all columns of positions. Those divided by ply omit the
// column ply, which is part of the folders' names.
const (
	// ByYear divides by the year of the game. Unknown years are in year=__HIVE_DEFAULT_PARTITION__, which
	// engines read as null.
	ByYear Partition = "year"
	ByPly  Partition = "ply" // number of moves before the position
	// BySplit writes the parts of opt.Division. It leaves out the positions that a part must not have, and
	// writes _datasheet.md, which describes the folder.
	BySplit Partition = "split"
)

// datasheetName is the name of the datasheet.
const datasheetName = "_datasheet.md"

// partitionManifestName is the name of the manifest of a folder of positions. Engines ignore names that start
// with an underscore.
const partitionManifestName = "_manifest.json"

// A partitionManifest is the content of the manifest. The JSON fields are stable.
type partitionManifest struct {
	Version   int         `json:"version"`
	Table     string      `json:"table"` // positions
	Partition Partition   `json:"partition"`
	Rows      int64       `json:"rows"`
	Files     []TableFile `json:"files"`
}

// partitionRows is the number of rows in a row group. Memory holds one row group per part.
const partitionRows = 1 << 16

// WritePartitions replays games and writes their positions as a folder of Parquet files, with Hive
// partitioning: year=2001/part-0.parquet. DuckDB, Spark, Polars and ClickHouse read such a folder as one
// table, and read only the files and row groups that a query needs. The rows of a part are in the order of
// the games. WritePartitions leaves out the same games as [WritePositions]. The folder must be new or empty,
// or hold the same positions; then it stays unchanged. It appears only when it is complete. _manifest.json
// contains the sizes and SHA-256 of its files. WritePartitions yields the number of positions so far and ends
// with the first error. The bytes do not depend on opt.Workers; opt.Format has no effect.
func WritePartitions(ctx context.Context, dir string, games iter.Seq2[dataset.Game, error], by Partition,
	opt PositionOptions) iter.Seq2[int64, error] {
	return func(yield func(int64, error) bool) {
		rows, err := writePartitions(ctx, dir, games, by, opt, yield)
		if err != errStopped {
			yield(rows, err)
		}
	}
}

// IsPartitioned reports whether a folder was written by [WritePartitions].
func IsPartitioned(dir string) bool {
	_, err := os.Stat(filepath.Join(dir, partitionManifestName))
	return err == nil
}

func writePartitions(ctx context.Context, dir string, games iter.Seq2[dataset.Game, error], by Partition,
	opt PositionOptions, yield func(int64, error) bool) (rows int64, err error) {
	if by != ByYear && by != ByPly && by != BySplit {
		return 0, fault.Setting("partition", by, "want %s, %s or %s", ByYear, ByPly, BySplit)
	}
	if (by == BySplit) != (opt.Division != nil) {
		return 0, fault.Misuse(fmt.Errorf("store: partition %s: want a division with %s only", by, BySplit))
	}
	if info, err := os.Stat(dir); err == nil && !info.IsDir() {
		return 0, fault.Misuse(fmt.Errorf("store: %s is a file: want a new folder", dir))
	}
	made := IsPartitioned(dir)
	if list, err := os.ReadDir(dir); err == nil && len(list) > 0 && !made {
		return 0, fault.Misuse(fmt.Errorf("store: %s exists and is not empty", dir))
	}
	dir = filepath.Clean(dir)
	whole := filepath.Join(filepath.Dir(dir), "."+filepath.Base(dir)+pending)
	if err := os.RemoveAll(whole); err != nil { // left by a killed process
		return 0, err
	}
	w := &partitionWriter{dir: whole, by: by, meta: opt.Meta, division: opt.Division,
		parts: map[int32]*partWriter{}}
	defer func() {
		if err != nil {
			err = errors.Join(err, w.abandon())
		}
	}()
	if err := w.writeAll(ctx, games, opt.Workers, yield); err != nil {
		return w.rows, err
	}
	if err := w.finish(); err != nil {
		return w.rows, err
	}
	if made {
		return w.rows, errors.Join(w.repeats(dir), w.abandon())
	}
	_ = os.Remove(dir) // an empty folder, which some systems cannot overwrite by renaming
	return w.rows, os.Rename(whole, dir)
}

// A partitionWriter writes all parts.
type partitionWriter struct {
	dir      string
	by       Partition
	meta     map[string]string
	division *dataset.Division
	parts    map[int32]*partWriter
	rows     int64
	files    []TableFile // of the finished folder
}

// A partWriter writes one part.
type partWriter struct {
	*tableFile
	buffer *positionArrays
}

// keyed contains positions with the part of each, noPart if it is left out.
type keyed struct {
	*positionArrays
	keys []int32
}

const noPart = -1

// writeAll writes the positions of games in order.
func (w *partitionWriter) writeAll(ctx context.Context, games iter.Seq2[dataset.Game, error], workers int,
	yield func(int64, error) bool) error {
	if workers <= 0 {
		workers = runtime.GOMAXPROCS(0)
	}
	work := func(_ context.Context, c parallel.Chunk[dataset.Game]) (keyed, error) {
		return w.keyed(c.Items), c.Err
	}
	for k, err := range parallel.Map(ctx, workers, workers, parallel.Chunks(games, positionGames), work) {
		if err != nil {
			return err
		}
		for i, key := range k.keys {
			if key == noPart {
				continue
			}
			if err := w.add(key, k.positionArrays, i); err != nil {
				return err
			}
		}
		if !yield(w.rows, nil) {
			return errStopped
		}
	}
	return ctx.Err()
}

// keyed returns the positions of consecutive games with their parts.
func (w *partitionWriter) keyed(games []dataset.Game) keyed {
	k := keyed{positionArrays: newPositionArrays(0)}
	for i := range games {
		g := &games[i]
		if g.NoResult {
			continue
		}
		split := dataset.AnySplit
		if w.by == BySplit {
			if split, _ = w.division.Of(g); split == dataset.AnySplit {
				continue
			}
		}
		k.add(g)
		for row := len(k.keys); row < len(k.game); row++ {
			key := int32(g.Year)
			switch {
			case w.by == ByPly:
				key = k.ply[row]
			case w.by == BySplit && w.division.Repeats(split, k.hash[row]):
				key = noPart
			case w.by == BySplit:
				key = int32(split)
			}
			k.keys = append(k.keys, key)
		}
	}
	return k
}

// add adds row i of positions to a part.
func (w *partitionWriter) add(key int32, from *positionArrays, i int) error {
	p, ok := w.parts[key]
	if !ok {
		var err error
		if p, err = w.begin(key); err != nil {
			return err
		}
		w.parts[key] = p
	}
	p.buffer.addRow(from, i)
	w.rows++
	if len(p.buffer.game) == partitionRows {
		return w.flush(p)
	}
	return nil
}

// begin starts a part.
func (w *partitionWriter) begin(key int32) (*partWriter, error) {
	value := strconv.Itoa(int(key))
	switch {
	case w.by == ByYear && key == 0:
		value = "__HIVE_DEFAULT_PARTITION__"
	case w.by == BySplit:
		value = dataset.Split(key).String()
	}
	name := string(w.by) + "=" + value + "/part-0.parquet"
	path := filepath.Join(w.dir, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		return nil, err
	}
	file, err := os.Create(path)
	if err != nil {
		return nil, err
	}
	t := &tableFile{name: name, file: file, out: newSummed(file)}
	if t.enc, err = Parquet.newBatchWriter(t.out, w.schema(), w.meta); err != nil {
		return nil, errors.Join(fmt.Errorf("store: %s: %w", name, err), file.Close())
	}
	return &partWriter{t, newPositionArrays(0)}, nil
}

// schema returns the schema of a part, without the column that is part of the folder's name.
func (w *partitionWriter) schema() *arrow.Schema {
	if w.by != ByPly {
		return positionSchema
	}
	return plySchema
}

// plyColumn is the index of ply in the columns of positions, and plySchema the schema without it.
var (
	plyColumn = slices.IndexFunc(PositionColumns(), func(c Column) bool { return c.Name == string(ByPly) })
	plySchema = newSchema(slices.Delete(PositionColumns(), plyColumn, plyColumn+1))
)

// flush writes the buffered rows of a part as a row group.
func (w *partitionWriter) flush(p *partWriter) error {
	if len(p.buffer.game) == 0 {
		return nil
	}
	rec := p.buffer.record()
	defer rec.Release()
	p.buffer = newPositionArrays(0)
	if w.by != ByPly {
		return p.write(rec)
	}
	less := array.NewRecord(w.schema(), slices.Delete(slices.Clone(rec.Columns()), plyColumn, plyColumn+1),
		rec.NumRows())
	defer less.Release()
	return p.write(less)
}

// finish finishes all parts and writes the manifest.
func (w *partitionWriter) finish() error {
	if w.rows == 0 {
		return fault.BadInput(errors.New("store: no game has a position to write"))
	}
	m := partitionManifest{Version: 1, Table: "positions", Partition: w.by, Rows: w.rows}
	for _, key := range slices.Sorted(maps.Keys(w.parts)) {
		p := w.parts[key]
		if err := w.flush(p); err != nil {
			return err
		}
		file, err := p.finish()
		if err != nil {
			return err
		}
		delete(w.parts, key)
		m.Files = append(m.Files, file)
	}
	w.files = m.Files
	if w.by == BySplit {
		if err := durable.WriteFile(filepath.Join(w.dir, datasheetName), w.datasheet(m.Files)); err != nil {
			return err
		}
	}
	text, err := json.MarshalIndent(m, "", "  ")
	if err != nil {
		return err
	}
	return durable.WriteFile(filepath.Join(w.dir, partitionManifestName), append(text, '\n'))
}

// repeats returns an error unless a folder has the files of the finished one.
func (w *partitionWriter) repeats(dir string) error {
	for _, name := range []string{partitionManifestName, datasheetName} {
		want, _ := os.ReadFile(filepath.Join(w.dir, name)) // both may lack a datasheet
		if is, _ := durable.ReadFile(filepath.Join(dir, name)); !bytes.Equal(is, want) {
			return fault.Misuse(fmt.Errorf("store: %s holds other positions: remove the folder or name another one",
				dir))
		}
	}
	for _, f := range w.files {
		path := filepath.Join(dir, filepath.FromSlash(f.Name))
		if sum, err := durable.SHA256File(path); err != nil {
			return err
		} else if sum != f.SHA256 {
			return fmt.Errorf("store: %s: %w; remove the folder to write it again", path, dataset.ErrChecksum)
		}
	}
	return nil
}

// abandon removes the written files.
func (w *partitionWriter) abandon() error {
	for _, p := range w.parts {
		_ = p.file.Close() // the file is removed anyway
	}
	return os.RemoveAll(w.dir)
}

// addRow appends row i of another batch.
func (p *positionArrays) addRow(from *positionArrays, i int) {
	p.game = append(p.game, from.game[i])
	p.ply = append(p.ply, from.ply[i])
	p.empties = append(p.empties, from.empties[i])
	p.mover = append(p.mover, from.mover[i])
	p.move = append(p.move, from.move[i])
	p.outcome = append(p.outcome, from.outcome[i])
	p.theory = append(p.theory, from.theory[i])
	p.known = append(p.known, from.known[i])
	p.own = append(p.own, from.own[i])
	p.opponent = append(p.opponent, from.opponent[i])
	p.hash = append(p.hash, from.hash[i])
}
