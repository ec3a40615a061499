package analyze

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"strings"

	"github.com/outflank/outflank/cmd/outflank/internal/cli"
	"github.com/outflank/outflank/dataset"
	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/engine/analysis"
	"github.com/outflank/outflank/engine/notation"
	"github.com/outflank/outflank/engine/runtime/durable"
	"github.com/outflank/outflank/engine/runtime/fault"
)

// analyzedGames returns the games that the arguments name: the games of files, or one game given as a
// transcript.
func analyzedGames(ctx context.Context, a *cli.App, args []string, o *analyzeOptions) (cli.Database, error) {
	if isTranscript(args) {
		g, err := parseTranscript(strings.Join(args, " "), o.shape)
		return cli.Database{Count: 1, Games: func(yield func(dataset.Game, error) bool) { yield(g, nil) }}, err
	}
	if len(args) == 1 {
		if format, ok := textFormat(args[0]); ok {
			return cli.Database{Count: 0, Games: a.Filtered(a.TextGames(args[0], format), o.filter)}, nil
		}
	}
	db, err := a.OpenDatabase(ctx, args, o.filter)
	if errors.Is(err, fs.ErrNotExist) {
		err = fmt.Errorf("%w, or moves such as f5d6c3", err)
	}
	return db, err
}

// textFormat returns the text format of a file of games.
func textFormat(path string) (notation.Format, bool) {
	if durable.CheckFile(path) != nil {
		return notation.Format{}, false // the file would have to be read twice
	}
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

// isTranscript reports whether the arguments are moves rather than files.
func isTranscript(args []string) bool {
	for _, arg := range args {
		_, missing := os.Stat(arg)
		if missing == nil || arg == "-" || strings.ContainsAny(arg, "/\\") {
			return false
		}
	}
	moves := strings.Join(args, " ")
	_, err := engine.ParseMoves(moves)
	bad, isNotation := errors.AsType[*engine.NotationError](err)
	return !isNotation || bad.Offset >= len("f5d6") && !strings.Contains(moves, ".") // not a name such as a1.pgn
}

// record returns the data that the analysis needs about a game.
func record(index int, g *dataset.Game) analysis.Record {
	return analysis.Record{
		Game: g.Game, Index: index, Source: g.Source, Number: g.Record, Black: g.Black, White: g.White,
		Tournament: g.Tournament, Year: g.Year, Status: g.Status.String(), Score: g.Result(),
		Theory: g.Theory, TheoryEmpties: g.TheoryEmpties,
	}
}

// parseTranscript returns a game from the start position of a shape.
func parseTranscript(text, shape string) (g dataset.Game, err error) {
	start, err := startOf(shape)
	if err != nil {
		return g, err
	}
	g.Game, err = engine.ParseGame(start, text)
	if err != nil {
		return g, fault.Misuse(err)
	}
	g.Record = -1
	err = g.Replay()
	g.Score, g.NoResult = g.Replayed, g.Status != dataset.Complete
	return g, err
}

// startOf returns the start position of the shape that --shape names.
func startOf(shape string) (engine.Position, error) {
	sh, err := engine.ParseShape(shape)
	var start engine.Position
	if err == nil {
		start, err = sh.Start()
	}
	if err != nil {
		return start, fault.Misuse(err)
	}
	return start, nil
}
