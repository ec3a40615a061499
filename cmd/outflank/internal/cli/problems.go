package cli

import (
	"bufio"
	"fmt"
	"io"
	"iter"
	"os"
	"slices"
	"strings"

	"github.com/outflank/outflank/dataset/stats"
	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/engine/analysis"
	"github.com/outflank/outflank/engine/book"
	"github.com/outflank/outflank/engine/notation"
	"github.com/outflank/outflank/engine/runtime/durable"
	"github.com/outflank/outflank/engine/runtime/fault"
	"github.com/outflank/outflank/engine/runtime/text"
	"github.com/outflank/outflank/qlearn/agents"
)

// ParsePlace reads a position given as a transcript, as a board, or as the name of an opening.
func ParsePlace(page string) (engine.Game, error) {
	if len(page) > 64 {
		if p, err := engine.ParsePosition(page); err == nil {
			return engine.Game{Start: p}, nil
		}
	}
	g, err := engine.ParseGame(engine.StandardStart(), page)
	if err == nil || len(g.Moves) > 0 {
		return g, err
	}
	var known []string
	for _, o := range stats.NamedOpenings() {
		if text.FoldName(o.Name) == text.FoldName(page) {
			return engine.ParseGame(engine.StandardStart(), o.Moves)
		}
		known = append(known, o.Name)
	}
	if meant := text.Meant(page, known); meant != "" {
		err = fmt.Errorf("no opening is called %q%w", page, meant)
	}
	return g, err
}

// ReadProblems returns the positions that arguments name, numbered from first on. An argument is a file of
// positions (- is stdin), a board of 64 squares and the side to move, or a transcript that leads to a
// position. The collections in [book.Problems] keep the numbers under which they were published.
func (a *App) ReadProblems(args []string, first int) (list []analysis.Problem, err error) {
	for _, arg := range joinSides(args) {
		named, number, err := book.Problems(arg)
		if err != nil {
			return nil, err
		}
		for i, p := range named {
			list = append(list, analysis.Problem{Problem: p, Index: number + i})
		}
		if named != nil {
			continue
		}
		for p, err := range a.problemsOf(arg) {
			if err == nil && p.Board.Shape != engine.Full {
				err = fmt.Errorf("%s: a board of %v, want the full 8x8 board", place(arg, p), p.Board.Shape)
			}
			if err != nil {
				return nil, fault.BadInput(err)
			}
			list = append(list, analysis.Problem{Problem: p, Index: first + len(list)})
		}
	}
	if len(list) == 0 {
		return nil, fault.BadInputf("%s: no position", strings.Join(args, " "))
	}
	return list, nil
}

// place returns the origin of a position.
func place(arg string, p notation.Problem) string {
	if p.Line > 0 {
		return fmt.Sprintf("%s, line %d", arg, p.Line)
	}
	return arg
}

// problemsOf reads the positions of one argument.
func (a *App) problemsOf(arg string) iter.Seq2[notation.Problem, error] {
	if looksLikeBoard(arg) {
		p, err := engine.ParsePosition(arg)
		return one(p, misused(arg, err))
	}
	_, missing := os.Stat(arg)
	if game, err := engine.ParseGame(engine.StandardStart(), arg); missing != nil && arg != "-" &&
		(err == nil || len(game.Moves) > 0) {
		if err != nil {
			return one(engine.Position{}, misused(arg, err))
		}
		p, err := game.End()
		return one(p, err)
	}
	return a.problemsIn(arg)
}

// wrapped adds the subject of an error.
func wrapped(what string, err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("%s: %w", what, err)
}

// misused is like wrapped, for text that is on the command line itself.
func misused(arg string, err error) error {
	if err == nil {
		return nil
	}
	return fault.Misuse(wrapped(arg, err))
}

func one(p engine.Position, err error) iter.Seq2[notation.Problem, error] {
	return func(yield func(notation.Problem, error) bool) { yield(notation.Problem{Position: p}, err) }
}

// problemsIn reads a file of positions.
func (a *App) problemsIn(path string) iter.Seq2[notation.Problem, error] {
	return func(yield func(notation.Problem, error) bool) {
		in := a.In
		if path != "-" {
			f, err := durable.Open(path)
			if err != nil {
				yield(notation.Problem{}, fmt.Errorf("%w: want a board of 64 squares, "+
					"moves such as f5d6c3 or a file of positions%w", err, agentHint(path)))
				return
			}
			defer f.Close()
			in = f
		}
		read, buffered, err := problemFormat(in, path)
		if err != nil {
			yield(notation.Problem{}, err)
			return
		}
		for p, err := range read(buffered) {
			if !yield(p, wrapped(path, err)) || err != nil {
				return
			}
		}
	}
}

// agentHint returns a hint if the argument is an agent's spec instead of a position.
func agentHint(arg string) text.Hint {
	if name, _, ok := strings.Cut(arg, ":"); ok && slices.Contains(agents.Names(), name) {
		return "; give an agent with a flag, such as --agent"
	}
	return ""
}

// problemFormat detects the format of a file of positions.
func problemFormat(in io.Reader, path string) (
	read func(io.Reader) iter.Seq2[notation.Problem, error], from io.Reader, err error) {
	buffered := bufio.NewReaderSize(in, notation.DetectLen)
	head, err := buffered.Peek(notation.DetectLen)
	if err != nil && err != io.EOF {
		return nil, nil, wrapped(path, err)
	}
	format, err := notation.Detect(head, path)
	if err != nil {
		return nil, nil, wrapped(path, err)
	}
	if format.ReadProblems == nil {
		return nil, nil, fmt.Errorf("%s: holds games (%s), want positions", path, format.Name)
	}
	return format.ReadProblems, buffered, nil
}

// boardLetters are the letters of boards in text.
const boardLetters = "Xx*bBOowW0-."

// looksLikeBoard reports whether a text begins with 64 squares.
func looksLikeBoard(text string) bool {
	squares := strings.Join(strings.Fields(text), "")
	return len(squares) >= 64 && strings.Trim(squares[:64], boardLetters+"#") == ""
}

// joinSides joins a board of 64 squares with the side to move in the next argument. The shell splits a line
// of a file this way.
func joinSides(args []string) (joined []string) {
	for i := 0; i < len(args); i++ {
		arg := args[i]
		if len(arg) == 64 && looksLikeBoard(arg) && i+1 < len(args) &&
			len(strings.TrimSuffix(args[i+1], ";")) == 1 {
			i++
			arg += " " + strings.TrimSuffix(args[i], ";")
		}
		joined = append(joined, arg)
	}
	return joined
}

// boardsAreNoFlags keeps a board whose first square is empty from being parsed as a flag: it replaces the
// first "-" with ".".
func boardsAreNoFlags(args []string) []string {
	out := make([]string, len(args))
	for i, arg := range args {
		if strings.HasPrefix(arg, "-") && looksLikeBoard(arg) {
			arg = "." + arg[1:]
		}
		out[i] = arg
	}
	return out
}
