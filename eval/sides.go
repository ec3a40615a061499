package eval

import (
	"fmt"
	"slices"

	"github.com/outflank/outflank/engine"
)

// viewMover marks features created by [ByMover] in a model file.
const viewMover = "mover"

// ByMover returns f in the form that a Q-function needs, and reports whether f already had that form.
//
// Q(s,a) = −w·φ(board after the move), which is the opponent's board. For terms that compare the sides or
// describe the whole board, −φ is the view of the player who has just moved. One-sided terms such as
// own-mobility would give that player the opponent's counts. ByMover therefore counts them for the player who
// has just moved, with the sign changed, so −φ contains that player's own counts. A model over such features
// values a board for its side to move by the counts of the other side. As the leaf evaluator of a search,
// such a model gives values of the same meaning, so a search of one ply plays the moves with the highest Q.
// Evaluators that were hand-set or tuned for a search still count the side to move. Features that compare the
// sides do not change.
//
// Features not built by New are one-sided unless they have a method OneSided() bool that returns false.
func ByMover(f Features) (_ Features, is bool) {
	switch l := f.(type) {
	case *termList:
		if l.mover || !l.OneSided() {
			return f, true
		}
		mover := *l
		mover.mover = true
		return &mover, false
	case byMover:
		return f, true
	}
	if !OneSided(f) {
		return f, true
	}
	return byMover{f}, false
}

// OneSided reports whether any term counts only one side.
func (f *termList) OneSided() bool {
	return slices.ContainsFunc(f.terms, func(t placedTerm) bool { return t.oneSided })
}

// OneSided reports whether any feature counts only one side, see [ByMover].
func OneSided(f Features) bool {
	s, ok := f.(interface{ OneSided() bool })
	return !ok || s.OneSided()
}

// byMover is the result of ByMover for features that New did not build.
type byMover struct{ Features }

func (f byMover) Append(dst []Feature, b engine.Board) []Feature {
	return appendMover(func(dst []Feature, _ int32, b engine.Board) []Feature {
		return f.Features.Append(dst, b)
	}, dst, 0, b)
}

// An appender appends φ of a board, with its first entry at index base.
type appender func(dst []Feature, base int32, b engine.Board) []Feature

// appendMover appends −φ of the board from the view of the player who has just moved.
func appendMover(phi appender, dst []Feature, base int32, b engine.Board) []Feature {
	n := len(dst)
	dst = phi(dst, base, b.Pass())
	for i := range dst[n:] {
		dst[n+i].Value = -dst[n+i].Value
	}
	return dst
}

// viewOf returns the view of features for a model file.
func viewOf(f Features) string {
	switch f := f.(type) {
	case *termList:
		if f.mover {
			return viewMover
		}
	case byMover:
		return viewMover
	}
	return ""
}

// viewed returns the features in the header's view.
func (h *header) viewed(f *termList) (Features, error) {
	switch {
	case h.View == "":
		return f, nil
	case h.View != viewMover || !f.OneSided():
		return nil, fmt.Errorf("%w: view %.40q of the features %s", errHeader, h.View, h.Features)
	}
	viewed, _ := ByMover(f)
	return viewed, nil
}
