package studies

import (
	"cmp"
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/outflank/outflank/cmd/outflank/internal/web/position"
	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/engine/analysis"
	"github.com/outflank/outflank/engine/notation"
	"github.com/outflank/outflank/engine/runtime/fault"
)

// A Study is a game with its variations, players, comments and reviews.
type Study struct {
	Start   string          `json:"start" doc:"start position, as in /api/v1/board" example:"8x8"`
	Tree    string          `json:"tree" doc:"moves without passes; alternatives of a move follow it in parentheses, with the moves after them" example:"f5d6(f4e3)c3"`
	Black   string          `json:"black" doc:"name of black's player, up to 200 characters, as the next fields"`
	White   string          `json:"white"`
	Event   string          `json:"event"`
	Date    string          `json:"date"`
	Result  string          `json:"result"`
	Text    string          `json:"text" doc:"comment on the whole game, up to 10,000 characters"`
	Notes   []Note          `json:"notes" doc:"comments on moves, and marks on the positions after them"`
	Reviews []analysis.Game `json:"reviews" doc:"finished reviews of lines of the game, at most 20"`
}

// A Note is a comment on a move, with the marks on the board after it.
type Note struct {
	Moves   string `json:"moves" doc:"moves up to and including this one" example:"f5f4"`
	Comment string `json:"comment" doc:"up to 10,000 characters"`
	Marks   string `json:"marks,omitempty" doc:"marked squares and arrows from square to square, up to 100, separated by spaces; empty only if there is a comment" example:"e3 c4f4"`
}

// Limits of a study.
const (
	mostMoves   = 3000  // of all variations
	mostField   = 200   // characters
	mostComment = 10000 // characters
	mostMarks   = 100   // in a position
	mostReviews = 20
)

// check returns a misuse error unless all moves are legal, and all texts and lists are within the limits. It
// replaces missing lists by empty ones.
func (s *Study) check() error {
	lines, err := s.lines()
	if err != nil {
		return err
	}
	for name, text := range map[string]string{"black": s.Black, "white": s.White, "event": s.Event,
		"date": s.Date, "result": s.Result} {
		if err := checkText(name, text, mostField); err != nil {
			return err
		}
	}
	if err := checkText("text", s.Text, mostComment); err != nil {
		return err
	}
	if s.Notes == nil {
		s.Notes = []Note{}
	}
	for _, n := range s.Notes {
		if lines[n.Moves] == nil || n.Comment == "" && n.Marks == "" {
			return fault.Misusef("notes: %q after %.130q: want a comment or marks, and moves of the tree",
				n.Comment, n.Moves)
		}
		if err := cmp.Or(checkText("notes", n.Comment, mostComment), checkMarks(n.Marks)); err != nil {
			return err
		}
	}
	if s.Reviews == nil {
		s.Reviews = []analysis.Game{}
	}
	if len(s.Reviews) > mostReviews {
		return fault.Misusef("reviews: %d, want at most %d", len(s.Reviews), mostReviews)
	}
	for _, r := range s.Reviews {
		if lines[r.Transcript] == nil || len(r.Moves) != len(r.Transcript)/2 || len(r.Players) != 2 {
			return fault.Misusef("reviews: %.130q: want the review of a line of the tree, with its moves and both "+
				"players",
				r.Transcript)
		}
	}
	return nil
}

func checkText(name, text string, most int) error {
	if !utf8.ValidString(text) || utf8.RuneCountInString(text) > most {
		return fault.Misusef("%s: %d bytes, want UTF-8 of at most %d characters", name, len(text), most)
	}
	return nil
}

// checkMarks returns a misuse error unless a text is a list of squares and arrows.
func checkMarks(text string) error {
	list := strings.Fields(text)
	if len(list) > mostMarks || text != strings.Join(list, " ") {
		return fault.Misusef("marks: %d, want at most %d, separated by single spaces", len(list), mostMarks)
	}
	for _, mark := range list {
		from, to := mark[:min(2, len(mark))], mark[min(2, len(mark)):]
		_, err := engine.ParseSquare(from)
		if to != "" {
			_, other := engine.ParseSquare(to)
			err = cmp.Or(err, other)
		}
		if err != nil || from == to {
			return fault.Misusef("marks: %.10q: want a square such as e3, or an arrow such as c4f4", mark)
		}
	}
	return nil
}

// lines returns the places of the tree by the moves that lead to them, or a misuse error for the first move
// that is illegal.
func (s *Study) lines() (map[string]*notation.Node, error) {
	start, err := position.ParseStart(cmp.Or(s.Start, "8x8"))
	if err != nil {
		return nil, fault.Misusef("start: %w", err)
	}
	s.Start = position.StartText(start)
	if len(s.Tree) > 4*mostMoves {
		return nil, fault.Misusef("tree: %d characters, want at most %d", len(s.Tree), 4*mostMoves)
	}
	turn, _ := start.Turn()
	root := &notation.Node{Move: engine.None}
	at, lines := place{at: turn, node: root}, map[string]*notation.Node{"": root}
	var left []place // places at which variations were left
	for text := strings.ToLower(s.Tree); text != ""; {
		switch {
		case text[0] == '(' && at.before != nil:
			left, at, text = append(left, at), *at.before, text[1:]
		case text[0] == ')' && len(left) > 0:
			at, left, text = left[len(left)-1], left[:len(left)-1], text[1:]
		default:
			name := text[:min(2, len(text))]
			if at, err = at.play(name); err != nil {
				return nil, fault.Misusef("tree: %w", err)
			}
			lines[at.moves], text = at.node, text[len(name):]
		}
	}
	if len(left) > 0 {
		return nil, fault.Misusef("tree: %d parentheses are not closed", len(left))
	}
	s.Tree = strings.ToLower(s.Tree)
	return lines, nil
}

// A place is a position in a tree.
type place struct {
	moves  string
	at     engine.Position
	node   *notation.Node
	before *place // nil at the start
}

// play returns the place after a move.
func (p place) play(name string) (place, error) {
	square, err := engine.ParseSquare(name)
	if err != nil || !p.at.Board.Moves().Has(square) {
		return p, fmt.Errorf("%q after %.130q: want a legal move", name, p.moves)
	}
	next, _ := p.at.Play(square)
	return place{p.moves + square.String(), next, p.node.After(square), &p}, nil
}
