package search

import (
	"context"
	"errors"
)

// ErrNodes is returned by [Solve] if it does not finish within Options.Nodes nodes.
var ErrNodes = errors.New("search: node limit reached")

// pollEvery is the number of nodes between two checks of the context. A check costs about as much as a node.
// With an evaluator that takes 10 µs, a search still stops within 3 ms.
const pollEvery = 256

// limits counts nodes and detects when to stop. Once stopped is set, every value in the tree is meaningless
// and all calls return.
type limits struct {
	ctx     context.Context
	nodes   uint64 // visited nodes
	max     uint64 // 0 = no limit
	check   uint64 // check again when nodes reaches this
	stopped bool
}

func (l *limits) begin(ctx context.Context, limit uint64) {
	*l = limits{ctx: ctx, max: limit}
}

// visit counts one more node, or returns false if the search must stop.
func (l *limits) visit() bool {
	if l.nodes >= l.check && l.poll() {
		return false
	}
	l.nodes++
	return true
}

// poll reports whether to stop.
func (l *limits) poll() bool {
	if l.stopped || l.max != 0 && l.nodes >= l.max || l.ctx.Err() != nil {
		l.stopped = true
		return true // check stays exceeded, so no further node is visited
	}
	l.check = l.nodes + pollEvery
	if l.max != 0 {
		l.check = min(l.check, l.max)
	}
	return false
}
