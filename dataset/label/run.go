package label

import (
	"context"
	"fmt"
	"hash/crc64"
	"iter"

	"github.com/outflank/outflank/dataset/store"
	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/engine/deep"
)

// labelRun is the number of positions that are labelled together, about as many as in one game. Positions of
// the same game help each other through the transposition table. Each run starts with an empty table, so its
// results do not depend on earlier runs.
const labelRun = 64

// An item is a position to label, or a move to analyse. The move is [engine.None] for a position.
type item struct {
	Board engine.Board
	Move  engine.Square
}

// A labelledRun consists of consecutive items and their labels.
type labelledRun struct {
	items   []item
	records []labelRecord
	err     error // error that ended the input
}

var boardSum = crc64.MakeTable(crc64.ECMA)

// sum returns a checksum of the items.
func (r *labelledRun) sum() uint64 {
	text := make([]byte, 0, 17*labelRun)
	for _, it := range r.items {
		for shift := 0; shift < 64; shift += 8 {
			text = append(text, byte(it.Board.Mine>>shift), byte(it.Board.Theirs>>shift))
		}
		if it.Move != engine.None {
			text = append(text, byte(it.Move))
		}
	}
	return crc64.Checksum(text, boardSum)
}

// runsOf divides items into runs.
func runsOf(items iter.Seq2[item, error]) iter.Seq[labelledRun] {
	return func(yield func(labelledRun) bool) {
		var r labelledRun
		for it, err := range items {
			if err != nil {
				yield(labelledRun{err: err})
				return
			}
			if r.items = append(r.items, it); len(r.items) == labelRun {
				if !yield(r) {
					return
				}
				r = labelledRun{}
			}
		}
		if len(r.items) > 0 {
			yield(r)
		}
	}
}

// label labels the items of a run with search.
func (r labelledRun) label(ctx context.Context,
	search func(context.Context, []item) ([]labelRecord, error)) (_ labelledRun, err error) {
	if r.err != nil {
		return r, r.err
	}
	r.records, err = search(ctx, r.items)
	return r, err
}

// check returns an error if labels cannot belong to items.
func (o *Options) check(items []item, records []labelRecord) error {
	if len(records) != len(items) {
		return fmt.Errorf("label: %d labels of %d positions", len(records), len(items))
	}
	for i, rec := range records {
		if err := o.checkOne(items[i], rec); err != nil {
			return fmt.Errorf("label: position %d of %d: %w", i+1, len(items), err)
		}
	}
	return nil
}

// checkOne returns an error if a label cannot belong to an item.
func (o *Options) checkOne(it item, rec labelRecord) error {
	empties, moves := it.Board.Empty().Len(), it.Board.Moves()
	if rec.Kind == unlabelled && rec == (labelRecord{}) && empties > o.Settings.Exact && !o.Settings.midgame() {
		return nil
	}
	best := moves == 0 && rec.Best == uint8(engine.None) || rec.Best < 64 && moves.Has(engine.Square(rec.Best))
	exact := rec.Kind == exactly
	switch {
	case rec.Kind != selectively && !exact || empties <= o.Settings.Exact && !exact:
		return fmt.Errorf("a label of the kind %d", rec.Kind)
	case rec.Score < -64 || rec.Score > 64 || exact && empties > 0 && rec.Confidence != 100:
		return fmt.Errorf("score %d with a confidence of %d %%", rec.Score, rec.Confidence)
	case int(rec.Depth) > empties || exact && int(rec.Depth) != empties:
		return fmt.Errorf("depth %d with %d empty squares", rec.Depth, empties)
	case !best:
		return fmt.Errorf("best move %d is not legal", rec.Best)
	case it.Move != engine.None && (rec.Played < -64 || rec.Played > rec.Score):
		return fmt.Errorf("value %d of the move, %d of the best one", rec.Played, rec.Score)
	}
	return nil
}

// search labels items.
func (o *Options) search(ctx context.Context, items []item) (records []labelRecord, err error) {
	s := &o.Settings
	solver := o.engine(deep.Options{Last: deep.Exact})
	searcher := o.engine(deep.Options{Last: deep.Exact, Depth: s.Depth, Nodes: s.Nodes, Level: s.Level})
	rough := o.engine(deep.Options{Depth: 1})
	for _, it := range items {
		var rec labelRecord
		b := it.Board
		switch {
		case it.Move != engine.None:
			rec = o.analyze(ctx, it)
		case b.Empty().Len() <= s.Exact:
			rec = labelOf(ctx, solver(), b)
		case s.midgame():
			rec = labelOf(ctx, searcher(), b)
			if rec.Kind == unlabelled { // too few nodes for a single step
				rec = labelOf(ctx, rough(), b)
			}
		}
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		records = append(records, rec)
	}
	return records, nil
}

// engine returns a function that creates an engine on its first call.
func (o *Options) engine(opt deep.Options) func() *deep.Engine {
	var e *deep.Engine
	return func() *deep.Engine {
		if e == nil {
			opt.Evaluator, opt.TableBytes = o.Evaluator, o.Settings.HashBytes
			if o.Settings.midgame() {
				opt.TableBytes /= 3 // there may be three engines
			}
			e = deep.New(opt)
		}
		return e
	}
}

// labelOf returns the result of the last completed step.
func labelOf(ctx context.Context, e *deep.Engine, b engine.Board) (rec labelRecord) {
	for i := range e.Search(ctx, b) {
		rec = labelRecord{Kind: selectively, Score: int8(i.Score), Depth: uint8(i.Depth),
			Confidence: uint8(i.Level.Percent()), Best: uint8(engine.None), Nodes: i.Nodes}
		if i.Exact {
			rec.Kind, rec.Depth = exactly, uint8(b.Empty().Len())
		}
		if b.Moves() != 0 {
			rec.Best = uint8(i.Move())
		}
	}
	return rec
}

// A labelRecord is a label in the journal.
type labelRecord struct {
	Kind              labelKind
	Score             int8
	Depth, Confidence uint8
	Best              uint8
	Played            int8   // value of the move, if the item has one
	Points            uint16 // ten-thousandths of a point that the move loses, or unknownPoints
	Nodes             uint64
}

// A labelKind is the reliability of a label.
type labelKind uint8

const (
	unlabelled labelKind = iota
	selectively
	exactly
)

func (r labelRecord) label() store.Label {
	if r.Kind == unlabelled {
		return store.Label{}
	}
	return store.Label{
		Known: true, Score: int(r.Score), Depth: int(r.Depth), Confidence: int(r.Confidence),
		Best: engine.Square(r.Best), Nodes: r.Nodes,
	}
}
