//go:build js

// Offline is the board that plays and analyses in a page, without a server: the rules, the search and the
// evaluator, compiled to WebAssembly. It runs in a worker of the page and answers the requests that the page
// would send to a server, in the same form.
//
// It gives the worker an object outflank with three functions:
//
//	load(model)          sets the evaluator of the full board: the bytes of a model file
//	ask(id, path, query) asks for /api/v1/board or analysis, or for move; the query is JSON
//	stop(id)             ends a request
//
// Answers are messages of the worker: {id, kind, value}. The kind is "message" with a value in JSON, "end",
// or "problem" with a text.
package main

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"iter"
	"syscall/js"
	"time"

	"github.com/outflank/outflank/cmd/outflank/internal/web/position"
	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/engine/analysis"
	"github.com/outflank/outflank/engine/deep"
	"github.com/outflank/outflank/engine/search"
	"github.com/outflank/outflank/eval"
	"github.com/outflank/outflank/eval/pattern"
)

func main() {
	running := map[int]context.CancelFunc{}
	js.Global().Set("outflank", map[string]any{
		"load": js.FuncOf(func(_ js.Value, args []js.Value) any {
			data := make([]byte, args[0].Length())
			js.CopyBytesToGo(data, args[0])
			return load(data)
		}),
		"ask": js.FuncOf(func(_ js.Value, args []js.Value) any {
			id, path, query := args[0].Int(), args[1].String(), []byte(args[2].String())
			ctx, cancel := context.WithCancel(context.Background())
			running[id] = cancel
			go func() {
				defer delete(running, id)
				defer cancel()
				ask(&breathing{Context: ctx}, path, query, func(kind, value string) {
					js.Global().Call("postMessage", map[string]any{"id": id, "kind": kind, "value": value})
				})
			}()
			return nil
		}),
		"stop": js.FuncOf(func(_ js.Value, args []js.Value) any {
			if cancel := running[args[0].Int()]; cancel != nil {
				cancel()
			}
			return nil
		}),
	})
	select {}
}

// tables are the evaluator of the full board, nil before load.
var tables *pattern.Tables

// load sets the evaluator. It returns the text of an error, "" = none.
func load(data []byte) string {
	m, err := eval.ReadModel(bytes.NewReader(data))
	if err == nil {
		tables, err = pattern.Compile(m)
	}
	if err != nil {
		return err.Error()
	}
	return ""
}

// ask answers a request by a number of messages.
func ask(ctx context.Context, path string, query []byte, answer func(kind, value string)) {
	answers := map[string]func(context.Context, request) iter.Seq2[any, error]{
		"board": view, "analysis": values, "move": move,
	}
	var q request
	err := json.Unmarshal(query, &q)
	if find, ok := answers[path]; err == nil && ok {
		for value, failed := range find(ctx, q) {
			if err = failed; err != nil {
				break
			}
			text, _ := json.Marshal(value) // all its fields are plain
			answer("message", string(text))
		}
	} else if err == nil {
		err = fmt.Errorf("there is no %s in a page without a server", path)
	}
	if err != nil {
		answer("problem", err.Error())
		return
	}
	answer("end", "")
}

// A request is the query of any path.
type request struct {
	position.Place
	Depth int `json:"depth"` // plies; 0 = the default
}

// view yields the view of a place.
func view(_ context.Context, q request) iter.Seq2[any, error] {
	return func(yield func(any, error) bool) {
		g, err := q.Game()
		if err != nil {
			yield(nil, err)
			return
		}
		v, err := position.ViewOf(g)
		yield(v, err)
	}
}

const (
	mostTime   = 2 * time.Minute // of an analysis
	moveTime   = 10 * time.Second
	moveDepth  = 8 // default, in plies
	mostDepth  = 60
	exact      = 18
	smallExact = 12 // on boards other than the full one
	tableBytes = 16 << 20
)

// values yields the values of all moves of a place after each depth, as a server does.
func values(ctx context.Context, q request) iter.Seq2[any, error] {
	return func(yield func(any, error) bool) {
		_, at, err := q.End()
		if err != nil {
			yield(nil, err)
			return
		}
		ctx, cancel := engine.Within(ctx, mostTime)
		defer cancel()
		full, other := searchers(cmp.Or(q.Depth, mostDepth))
		an := &analysis.Analyst{New: func(moves int) analysis.Searcher { return thinker{full.Share(moves)} }}
		if at.Board.Shape != engine.Full {
			an.New = func(moves int) analysis.Searcher { return other.Share(moves) }
		}
		begin := time.Now()
		for r := range an.Rank(ctx, at.Board) {
			v := position.ValuesOf(at, r, 0, nil)
			v.Seconds = time.Since(begin).Seconds()
			if !yield(v, nil) {
				return
			}
		}
	}
}

// A Played is the move of the program in a game.
type Played struct {
	Move    string  `json:"move"`
	Value   float64 `json:"value"` // disc difference for the side to move
	Depth   int     `json:"depth"` // plies
	Exact   bool    `json:"exact"`
	Nodes   uint64  `json:"nodes"`
	Seconds float64 `json:"seconds"`
}

// move yields the move that the program plays at a place where the game is not over.
func move(ctx context.Context, q request) iter.Seq2[any, error] {
	return func(yield func(any, error) bool) {
		_, at, err := q.End()
		if err == nil && at.Board.Over() {
			err = fmt.Errorf("the game is over: %w", engine.ErrNoMove)
		}
		if err != nil {
			yield(nil, err)
			return
		}
		ctx, cancel := engine.Within(ctx, moveTime)
		defer cancel()
		full, other := searchers(cmp.Or(q.Depth, moveDepth))
		var s analysis.Searcher = thinker{full}
		if at.Board.Shape != engine.Full {
			s = other
		}
		begin, best := time.Now(), engine.Info{}
		for info := range s.Search(ctx, at.Board) {
			best = info
		}
		if len(best.PV) == 0 {
			yield(nil, context.Cause(ctx))
			return
		}
		yield(Played{best.Move().String(), best.Score, best.Depth, best.Exact, best.Nodes,
			time.Since(begin).Seconds()}, nil)
	}
}

// searchers return the full engine, and the searcher of other boards.
func searchers(depth int) (*deep.Engine, *search.Searcher) {
	options := deep.Options{Depth: depth, Exact: min(exact, 2*depth), Last: deep.Exact, TableBytes: tableBytes}
	if tables != nil {
		options.Evaluator = func() deep.Evaluator { return tables.Evaluator() }
	}
	return deep.New(options), search.New(eval.Default().Linear(), search.Options{
		Depth: depth, Exact: min(smallExact, 2*depth), TableBytes: tableBytes,
	})
}

// A thinker is the full engine as a searcher of an analysis.
type thinker struct{ engine *deep.Engine }

// Search calls the engine's Search.
func (t thinker) Search(ctx context.Context, b engine.Board) iter.Seq[engine.Info] {
	return deep.Plain(t.engine.Search(ctx, b))
}

// SearchMove calls the engine's SearchMove.
func (t thinker) SearchMove(ctx context.Context, b engine.Board, m engine.Square) iter.Seq[engine.Info] {
	return deep.Plain(t.engine.SearchMove(ctx, b, m))
}

// A breathing context lets the worker receive messages during a search: the program has one thread, and
// without a pause "stop" would arrive after the search.
type breathing struct {
	context.Context
	next time.Time
}

// Err pauses now and then.
func (b *breathing) Err() error {
	if now := time.Now(); now.After(b.next) {
		time.Sleep(time.Millisecond)
		b.next = now.Add(50 * time.Millisecond)
	}
	return b.Context.Err()
}
