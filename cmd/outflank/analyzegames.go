package main

import (
	"context"
	"errors"
	"io"
	"iter"
	"os"
	"path/filepath"
	"strings"

	"github.com/outflank/outflank/dataset"
	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/engine/notation"
)

// analyzedGames returns the games that arguments name: those of files, or one that
// stands there as a transcript.
func (a *app) analyzedGames(ctx context.Context, args []string, o *analyzeOptions) (database, error) {
	if isTranscript(args) {
		g, err := parseTranscript(strings.Join(args, " "), o.shape)
		return database{1, func(yield func(dataset.Game, error) bool) { yield(g, nil) }}, err
	}
	if len(args) == 1 {
		if format, ok := textFormat(args[0]); ok {
			return database{0, o.filter.Apply(a.textGames(args[0], format))}, nil
		}
	}
	return a.openDatabase(ctx, args, o.filter)
}

// textFormat returns the format of a file of games in a text format.
func textFormat(path string) (notation.Format, bool) {
	f, err := os.Open(path)
	if err != nil {
		return notation.Format{}, false
	}
	defer f.Close()
	head := make([]byte, notation.DetectLen)
	n, _ := io.ReadFull(f, head)
	format, err := notation.Detect(head[:n], path)
	return format, err == nil && format.Read != nil
}

// textGames reads a text file without the database, whose games are all on the full
// board. Damaged games are left out and named.
func (a *app) textGames(path string, format notation.Format) iter.Seq2[dataset.Game, error] {
	return func(yield func(dataset.Game, error) bool) {
		f, err := os.Open(path)
		if err != nil {
			yield(dataset.Game{}, err)
			return
		}
		defer f.Close()
		n := 0
		for r, err := range format.Read(f) {
			if damage, ok := errors.AsType[*notation.Error](err); ok {
				a.complain(&dataset.GameError{File: path, Record: n, Line: damage.Line, Reason: damage.Error(), Err: damage})
				n++
				continue
			}
			g := dataset.FromRecord(r, filepath.Base(path), n)
			g.ID = int64(n)
			if n++; !yield(g, err) || err != nil {
				return
			}
		}
	}
}

// isTranscript tells whether arguments are moves and not files.
func isTranscript(args []string) bool {
	for _, arg := range args {
		_, missing := os.Stat(arg)
		if missing == nil || arg == "-" || strings.ContainsAny(arg, "/\\") {
			return false
		}
	}
	_, err := engine.ParseMoves(strings.Join(args, " "))
	_, isNotation := errors.AsType[*engine.NotationError](err)
	return !isNotation
}

// parseTranscript returns a game from the start position of a shape.
func parseTranscript(text, shape string) (g dataset.Game, err error) {
	sh, err := engine.ParseShape(shape)
	if err != nil {
		return g, misuse(err)
	}
	start, err := sh.Start()
	if err != nil {
		return g, misuse(err)
	}
	g.Game, err = engine.ParseGame(start, text)
	if err != nil {
		return g, badInput(err)
	}
	end, err := g.End()
	g.Score, g.Record = end.Score(engine.Black), -1
	if !end.Board.Over() {
		g.Status = dataset.Unfinished
	}
	return g, err
}
