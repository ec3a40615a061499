package main

import (
	"context"
	"errors"
	"os"
	"strings"

	"github.com/outflank/outflank/dataset"
	"github.com/outflank/outflank/engine"
)

// analyzedGames returns the games that arguments name: those of files, or one that
// stands there as a transcript.
func (a *app) analyzedGames(ctx context.Context, args []string, o *analyzeOptions) (database, error) {
	if isTranscript(args) {
		g, err := parseTranscript(strings.Join(args, " "), o.shape)
		return database{1, func(yield func(dataset.Game, error) bool) { yield(g, nil) }}, err
	}
	return a.openDatabase(ctx, args, o.filter)
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
		return g, usageError{err}
	}
	start, err := sh.Start()
	if err != nil {
		return g, usageError{err}
	}
	g.Game, err = engine.ParseGame(start, text)
	if err != nil {
		return g, inputError{err}
	}
	end, err := g.End()
	g.Score, g.Record = end.Score(engine.Black), -1
	if !end.Board.Over() {
		g.Status = dataset.Unfinished
	}
	return g, err
}
