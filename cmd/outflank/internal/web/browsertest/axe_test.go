package browsertest

import (
	_ "embed"
	"fmt"
	"strings"
)

// axe is what looks for barriers in pages, by Deque; version 4.14.1.
//
//go:embed testdata/axe/axe.min.js
var axe string

// A barrier is what keeps people from using a page.
type barrier struct {
	ID, Impact, Help string
	Nodes            []struct{ HTML, FailureSummary string }
}

func (b barrier) String() string {
	s := fmt.Sprintf("%s (%s): %s", b.ID, b.Impact, b.Help)
	for _, n := range b.Nodes {
		s += fmt.Sprintf("\n  %.200s\n    %s", n.HTML, strings.ReplaceAll(n.FailureSummary, "\n", "\n    "))
	}
	return s
}

// barriers returns the serious and the critical ones of the page as it is; rules are those to look at, none =
// all.
func (p *tab) barriers(rules ...string) []barrier {
	p.t.Helper()
	if !eval[bool](p, `"axe" in window`) {
		p.do(evaluate(axe))
	}
	only := ""
	if len(rules) > 0 {
		only = fmt.Sprintf(`runOnly: ["%s"],`, strings.Join(rules, `","`))
	}
	// Colours that change have no contrast yet. An animation that is cancelled has ended too.
	return eval[[]barrier](p, fmt.Sprintf(`Promise.allSettled(document.getAnimations().map((a) => a.finished))
		.then(() => axe.run(document, { %s resultTypes: ["violations"] }))
		.then((found) => found.violations.filter((v) => v.impact === "serious" || v.impact === "critical")
			.map((v) => ({ ID: v.id, Impact: v.impact, Help: v.help, Nodes: v.nodes.map((n) => ({ HTML: n.html, FailureSummary: n.failureSummary })) })))`, only))
}
