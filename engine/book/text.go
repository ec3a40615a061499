package book

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/engine/runtime/durable"
	"github.com/outflank/outflank/engine/runtime/fault"
	"github.com/outflank/outflank/engine/runtime/text"
)

// textHead is the beginning of the text form.
const textHead = "outflank-book 1"

// longestLine is the maximum length of a line of the text, in bytes.
const longestLine = 1 << 16

// WriteText writes a book as text for people to read and edit: a line for the settings, then one line for
// each position, such as
//
//	---------------------------OX------XO--------------------------- X games=9 value=0 leaf=d3:-1/8 played=d3:9
//
// X is the side to move. After leaf= come the move, the score, the depth, and ! if the score is exact;
// - means no leaf, and in place of the move, that it is unknown. Lines that begin with # are comments.
func (d *Draft) WriteText(w io.Writer) error {
	out := bufio.NewWriter(w)
	settings, err := json.Marshal(d.Settings)
	if err != nil {
		return err
	}
	fmt.Fprintf(out, "%s %s\n", textHead, settings)
	for _, n := range d.nodes {
		fmt.Fprintf(out, "%v games=%d value=%d leaf=%s", engine.Position{Board: n.board}, n.games, n.value, n.leaf)
		for i, p := range n.played {
			fmt.Fprintf(out, "%s%v:%d", [2]string{" played=", ","}[min(i, 1)], p.square, p.games)
		}
		fmt.Fprintln(out)
	}
	return out.Flush()
}

// String returns the leaf in the text form.
func (l leaf) String() string {
	square := "-"
	switch {
	case l == noLeaf:
		return square
	case l.Square != engine.None:
		square = l.Square.String()
	}
	text := fmt.Sprintf("%s:%d/%d", square, l.Score, l.Depth)
	if l.Exact {
		text += "!"
	}
	return text
}

// inLine adds a line number to an error and marks it as bad input.
func inLine(line int, err error) error { return fault.BadInput(fmt.Errorf("line %d: %w", line, err)) }

// ReadText parses the text of [Draft.WriteText], with the positions in any order. Values are optional, but a
// value that contradicts the leaves is an error. All errors in the text are bad input.
func ReadText(r io.Reader) (*Draft, error) {
	var s Settings
	lines := map[*node]int{}
	values := map[*node]int{}
	at := map[engine.Board]*node{}
	var nodes []*node
	headed := false
	for l, err := range text.Split(r, longestLine) {
		if err != nil {
			return nil, err
		}
		line := l.Number
		trimmed := strings.TrimSpace(l.Text)
		switch {
		case l.Long:
			err = fmt.Errorf("%w: want at most %d bytes", text.ErrTooLong, longestLine)
		case trimmed == "" || trimmed[0] == '#':
			continue
		case !headed:
			s, err = parseSettings(trimmed)
			headed = true
		default:
			var n *node
			if n, err = parseNode(trimmed, values); err == nil {
				if at[n.board] != nil {
					err = fmt.Errorf("the position of line %d again", lines[at[n.board]])
				}
				at[n.board], lines[n] = n, line
				nodes = append(nodes, n)
			}
		}
		if err != nil {
			return nil, inLine(line, err)
		}
	}
	if !headed {
		return nil, fault.BadInput(fmt.Errorf("want a first line %s {…}", textHead))
	}
	d := newDraft(s, nodes)
	for _, n := range nodes {
		if err := n.checkLeaf(d.has); err != nil {
			return nil, inLine(lines[n], err)
		}
	}
	for _, n := range nodes {
		if v, ok := values[n]; ok && v != n.value {
			return nil, inLine(lines[n], fmt.Errorf("value=%d does not follow from the leaves: they make it %d",
				v, n.value))
		}
	}
	return d, nil
}

func parseSettings(text string) (s Settings, err error) {
	rest, ok := strings.CutPrefix(text, textHead+" ")
	if !ok {
		return s, fmt.Errorf("want %s {…}", textHead)
	}
	if err := durable.Strict([]byte(rest), &s); err != nil {
		return s, err
	}
	return s, s.Check()
}

// parseNode parses a line and stores its value, if any, in values.
func parseNode(text string, values map[*node]int) (*node, error) {
	words := strings.Fields(text)
	if len(words) < 2 {
		return nil, fmt.Errorf("want a board, the side to move, games=, value=, leaf= and played=")
	}
	p, err := engine.ParsePosition(words[0] + " " + words[1])
	if err != nil {
		return nil, err
	}
	if err := checkPlace(p.Board); err != nil {
		return nil, err
	}
	n := newNode(p.Board)
	given := map[string]bool{}
	for _, word := range words[2:] {
		key, value, _ := strings.Cut(word, "=")
		if given[key] {
			return nil, fmt.Errorf("%s= is given twice", key)
		}
		given[key] = true
		switch key {
		case "games":
			n.games, err = number(value, 0, 1<<31-1)
		case "value":
			values[n], err = number(value, -64, 64)
		case "leaf":
			n.leaf, err = parseLeaf(value)
		case "played":
			n.played, err = parsePlayed(value)
		default:
			err = fmt.Errorf("%q: want games=, value=, leaf= or played=", word)
		}
		if err != nil {
			return nil, err
		}
	}
	return n, n.checkGames()
}

func number(text string, least, most int) (int, error) {
	n, err := strconv.Atoi(text)
	if err != nil || n < least || n > most {
		return 0, fmt.Errorf("%q: want a whole number from %d to %d", text, least, most)
	}
	return n, nil
}

func parseLeaf(text string) (l leaf, err error) {
	if text == "-" {
		return noLeaf, nil
	}
	rest, exact := strings.CutSuffix(text, "!")
	name, rest, _ := strings.Cut(rest, ":")
	score, depth, ok := strings.Cut(rest, "/")
	if !ok {
		return l, fmt.Errorf("leaf=%s: want such as f5:-2/14, with ! where it is exact, or -", text)
	}
	l.Exact = exact
	if l.Square = engine.None; name != "-" {
		l.Square, err = engine.ParseSquare(name)
	}
	if err == nil {
		l.Score, err = number(score, -64, 64)
	}
	if err == nil {
		l.Depth, err = number(depth, 0, 60)
	}
	return l, err
}

func parsePlayed(text string) (list []played, err error) {
	for pair := range strings.SplitSeq(text, ",") {
		name, games, _ := strings.Cut(pair, ":")
		var p played
		if p.square, err = engine.ParseSquare(name); err != nil {
			return nil, err
		}
		if p.games, err = number(games, 1, 1<<31-1); err != nil {
			return nil, err
		}
		list = append(list, p)
	}
	slices.SortFunc(list, func(x, y played) int { return int(x.square) - int(y.square) })
	return list, nil
}
