package notation

import (
	"iter"
	"regexp"
	"slices"
	"strings"

	"github.com/outflank/outflank/engine"
)

// A Variation is a line of moves that leaves the game, or an earlier variation, at some move.
type Variation struct {
	Moves []engine.Square // from the start of the game, without passes
	Notes []Note          // as in a Record; those of moves that the variation shares are empty
}

// Limits of the variations that a reader keeps. Further ones are dropped.
const (
	mostVariations = 1000 // in a game
	mostNested     = 60   // a variation in a variation, and so on
)

// A Node is a position in the tree of a game: the start, or the one after a move.
type Node struct {
	Move engine.Square // engine.None at the start
	Note Note
	Next []*Node // the moves that follow, that of the main line first
}

// Tree returns the moves of the game and of its variations. The comment at the start is the tag "Comment".
func (r Record) Tree() *Node {
	root := &Node{Move: engine.None, Note: Note{Marks: r.Marks}}
	root.Note.Comment, _ = r.Tag(commentTag)
	for _, v := range append([]Variation{{r.Moves, r.Notes}}, r.Variations...) {
		at := root
		for i, move := range v.Moves {
			at = at.After(move)
			if i < len(v.Notes) && at.Note == (Note{}) {
				at.Note = v.Notes[i]
			}
		}
	}
	return root
}

// SetTree replaces what Tree returns. The record must not have a tag "Comment".
func (r *Record) SetTree(root *Node) {
	lines := root.lines(Variation{})
	r.Moves, r.Notes, r.Variations, r.Marks = lines[0].Moves, lines[0].Notes, lines[1:], root.Note.Marks
	if root.Note.Comment != "" {
		r.tag(commentTag, root.Note.Comment)
	}
}

// lines returns the lines through a node that end where no move follows, given the line up to the node.
func (n *Node) lines(to Variation) (list []Variation) {
	if len(n.Next) == 0 {
		return []Variation{to}
	}
	for _, next := range n.Next {
		list = append(list, next.lines(Variation{append(slices.Clip(to.Moves), next.Move),
			append(slices.Clip(to.Notes), next.Note)})...)
	}
	return list
}

// Find returns the node after a move, or nil if it is missing.
func (n *Node) Find(move engine.Square) *Node {
	for _, next := range n.Next {
		if next.Move == move {
			return next
		}
	}
	return nil
}

// After is like Find, but adds the node if it is missing.
func (n *Node) After(move engine.Square) *Node {
	if next := n.Find(move); next != nil {
		return next
	}
	n.Next = append(n.Next, &Node{Move: move})
	return n.Next[len(n.Next)-1]
}

// All yields the nodes with the moves that lead to them, each node before the ones after it.
func (n *Node) All() iter.Seq2[string, *Node] {
	return func(yield func(string, *Node) bool) { n.each("", yield) }
}

func (n *Node) each(moves string, yield func(string, *Node) bool) bool {
	if !yield(moves, n) {
		return false
	}
	for _, next := range n.Next {
		if !next.each(moves+next.Move.String(), yield) {
			return false
		}
	}
	return true
}

// String returns the moves after the node. The alternatives to a move follow it in parentheses, with the
// moves after them, as in f5d6(f4e3)c3.
func (n *Node) String() string {
	var b strings.Builder
	for ; len(n.Next) > 0; n = n.Next[0] {
		b.WriteString(n.Next[0].Move.String())
		for _, other := range n.Next[1:] {
			b.WriteString("(" + other.Move.String() + other.String() + ")")
		}
	}
	return b.String()
}

// fork adds a variation that leaves a line before move n. It returns nil if the variation is to be dropped,
// because there are too many or the line is dropped as well.
func (d *draft) fork(line *draft, n int) *draft {
	if line == nil || n >= int(engine.None) || len(d.variations) == mostVariations {
		return nil
	}
	v := newDraft(d.Line)
	v.Moves, v.marks = slices.Clone(line.Moves[:n]), slices.Clone(line.marks[:n])
	for _, pass := range line.passes {
		if pass.before < n {
			v.passes = append(v.passes, pass)
		}
	}
	d.variations = append(d.variations, &v)
	return &v
}

// settleVariations adds the legal part of each variation to the record.
func (d *draft) settleVariations() {
	for _, v := range d.variations {
		v.Start = d.Start
		legal := len(v.Moves)
		if f := v.finish(); f != nil {
			legal = f.legal()
		}
		d.Variations = append(d.Variations, Variation{v.Moves[:legal], v.Notes[:min(legal, len(v.Notes))]})
	}
}

// drawings matches Lichess's commands for marked squares and arrows in a comment. Colours are ignored.
var drawings = regexp.MustCompile(` *\[%c[as]l +([A-Z]?([a-h][1-8]){1,2} *,? *)+\] *`)

// drawing matches a square or an arrow in such a command.
var drawing = regexp.MustCompile(`([a-h][1-8]){1,2}`)

// takeMarks moves the drawings of a comment to the marks, and returns the rest of the comment.
func (n *Note) takeMarks(text string) string {
	if !strings.Contains(text, "[%c") {
		return text
	}
	return drawings.ReplaceAllStringFunc(text, func(command string) string {
		for _, mark := range drawing.FindAllString(command, -1) {
			n.mark(mark)
		}
		return " "
	})
}

// mark adds a square or an arrow, unless the note has it or the arrow has no length.
func (n *Note) mark(mark string) {
	if list := strings.Fields(n.Marks); !slices.Contains(list, mark) && mark[:2] != mark[2:] {
		n.Marks = strings.Join(append(list, mark), " ")
	}
}

// drawn returns the marked squares and the arrows of a note.
func (n Note) drawn() (squares, arrows []string) {
	for _, mark := range strings.Fields(n.Marks) {
		if len(mark) == 2 {
			squares = append(squares, mark)
		} else {
			arrows = append(arrows, mark)
		}
	}
	return squares, arrows
}
