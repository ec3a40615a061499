package studies

import (
	"maps"
	"reflect"
	"slices"

	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/engine/analysis"
	"github.com/outflank/outflank/engine/notation"
)

// merge returns a study with the changes that mine and theirs make to base. All three have been checked. A
// place that one side deletes stays if the other side changes it or the moves after it. If both sides change
// the same text, or the drawings of the same place, theirs stay unless they are empty.
func merge(base, mine, theirs Study) Study {
	s := Study{Start: base.Start, Notes: []Note{},
		Black:  mergeText(base.Black, mine.Black, theirs.Black),
		White:  mergeText(base.White, mine.White, theirs.White),
		Event:  mergeText(base.Event, mine.Event, theirs.Event),
		Date:   mergeText(base.Date, mine.Date, theirs.Date),
		Result: mergeText(base.Result, mine.Result, theirs.Result),
		Text:   mergeText(base.Text, mine.Text, theirs.Text)}
	root := mergeNode(base.root(), mine.root(), theirs.root())
	s.Tree = root.String()
	places := maps.Collect(root.All())
	for _, moves := range slices.Sorted(maps.Keys(places)) {
		if n := places[moves].Note; n != (notation.Note{}) {
			s.Notes = append(s.Notes, Note{moves, n.Comment, n.Marks})
		}
	}
	s.Reviews = slices.Clone(theirs.Reviews)
	for _, r := range mine.Reviews { // a new review takes the place of one of the same line
		has := func(other analysis.Game) bool { return reflect.DeepEqual(r, other) }
		if !slices.ContainsFunc(base.Reviews, has) && !slices.ContainsFunc(s.Reviews, has) {
			s.Reviews = append(slices.DeleteFunc(s.Reviews, func(other analysis.Game) bool {
				return other.Transcript == r.Transcript
			}), r)
		}
	}
	s.Reviews = slices.DeleteFunc(s.Reviews, func(r analysis.Game) bool { return places[r.Transcript] == nil })
	s.Reviews = s.Reviews[max(0, len(s.Reviews)-mostReviews):]
	return s
}

func mergeText(base, mine, theirs string) string {
	if mine == base || theirs != base && theirs != "" {
		return theirs
	}
	return mine
}

// mergeNode merges a place that both sides have; base is nil if both have added it.
func mergeNode(base, mine, theirs *notation.Node) *notation.Node {
	if base == nil {
		base = &notation.Node{}
	}
	n := &notation.Node{Move: mine.Move}
	n.Note.Comment = mergeText(base.Note.Comment, mine.Note.Comment, theirs.Note.Comment)
	n.Note.Marks = mergeText(base.Note.Marks, mine.Note.Marks, theirs.Note.Marks)
	first, second := mine, theirs
	if slices.Equal(shared(mine, base), shared(base, mine)) &&
		!slices.Equal(shared(theirs, theirs), shared(base, base)) {
		first, second = theirs, mine // their order is the one that has changed
	}
	for _, next := range slices.Concat(first.Next, second.Next) {
		b, a, t := base.Find(next.Move), mine.Find(next.Move), theirs.Find(next.Move)
		if n.Find(next.Move) != nil {
			continue
		} else if a != nil && t != nil {
			n.Next = append(n.Next, mergeNode(b, a, t))
		} else if grown(b, next) {
			n.Next = append(n.Next, next)
		}
	}
	return n
}

// shared returns the moves after a place that another one has as well, in order.
func shared(n, other *notation.Node) (moves []engine.Square) {
	for _, next := range n.Next {
		if other.Find(next.Move) != nil {
			moves = append(moves, next.Move)
		}
	}
	return moves
}

// grown reports whether a place is new or changed, or one after it is.
func grown(base, n *notation.Node) bool {
	return base == nil || n.Note != base.Note || slices.ContainsFunc(n.Next, func(next *notation.Node) bool {
		return grown(base.Find(next.Move), next)
	})
}
