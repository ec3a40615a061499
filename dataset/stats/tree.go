package stats

import (
	"slices"
	"strings"

	"github.com/outflank/outflank/dataset"
	"github.com/outflank/outflank/engine"
)

// tree counts results by line. A line consists of the first moves of a game, turned so that the first move is
// f5. It skips games from other start positions. An illegal move ends a line. Use newTree to create one.
type tree struct {
	depth   int
	skipped int
	lines   groups[string] // by the squares of the moves, one byte each
}

// treeDepth is the depth of the registry's tree, in moves.
const treeDepth = 12

// newTree returns an empty counter of lines of up to depth moves.
func newTree(depth int) *tree { return &tree{depth: depth, lines: groups[string]{}} }

// Add counts a game.
func (t *tree) Add(g *dataset.Game) {
	if !g.Standard() {
		t.skipped++
		return
	}
	t.lines.of("").add(g, 1)
	line := make([]byte, 0, t.depth)
	var y engine.Symmetry
	short := engine.Game{Start: g.Start, Moves: g.Moves[:min(t.depth, len(g.Moves))]}
	for ply, err := range short.Plies() {
		if err != nil {
			return
		}
		if ply.Index == 0 {
			y = toF5(ply.Move)
		}
		line = append(line, byte(y.Square(ply.Move)))
		t.lines.of(string(line)).add(g, 1)
	}
}

// Merge adds the counts of u, which counted other games.
func (t *tree) Merge(u *tree) {
	t.skipped += u.skipped
	t.lines.merge(u.lines)
}

// A TreeRow summarises the results of the games that start with a line.
type TreeRow struct {
	Moves         string   `json:"moves" unit:"text" meaning:"transcript of the line, turned so that it begins with f5; empty = all games"`
	Ply           int      `json:"ply" unit:"ply" meaning:"number of moves in the line"`
	Name          string   `json:"name" unit:"text" meaning:"name of the position after the line; empty = unnamed"`
	Share         *float64 `json:"share" unit:"1" meaning:"share of the games with the earlier moves that also play the last move, 0 to 1"`
	PositionGames int      `json:"position_games" unit:"game" meaning:"games that reach the position by any order of moves, up to symmetry"`
	Outcome
}

// A TreeResult is the result of the tree statistic. Lines are in alphabetical order, so the continuations of
// a line follow it directly.
type TreeResult struct {
	Games    int       `json:"games"`     // games from the ordinary start
	Skipped  int       `json:"skipped"`   // games from other starts
	Depth    int       `json:"depth"`     // longest line, in moves
	MinGames int       `json:"min_games"` // lines with fewer games are left out
	Lines    []TreeRow `json:"lines"`
}

// Tables returns the table of lines.
func (r TreeResult) Tables() []Table {
	return []Table{NewTable("tree", "Tree of openings", r.Lines)}
}

// Result returns the lines with at least minGames games.
func (t *tree) Result(minGames int) TreeResult {
	r := TreeResult{Skipped: t.skipped, Depth: t.depth, MinGames: minGames, Lines: []TreeRow{}}
	if all := t.lines[""]; all != nil {
		r.Games = all.Games()
	}
	reached := t.reached()
	for line, n := range t.lines {
		if n.Games() >= minGames {
			r.Lines = append(r.Lines, t.row(line, n, reached))
		}
	}
	slices.SortFunc(r.Lines, func(a, b TreeRow) int { return strings.Compare(a.Moves, b.Moves) })
	return r
}

func (t *tree) row(line string, n *Tally, reached map[positionKey]int) TreeRow {
	p := after(line)
	name, _ := NameOf(p)
	parent := n.Games()
	if line != "" {
		parent = t.lines[line[:len(line)-1]].Games()
	}
	return TreeRow{
		Moves: transcript(line), Ply: len(line), Name: name.Name,
		Share: share(n.Games(), parent), PositionGames: reached[keyOf(p)], Outcome: n.Outcome(),
	}
}

// reached counts the games that reach each position. Each game has one line of each length, so it counts once
// per position.
func (t *tree) reached() map[positionKey]int {
	m := make(map[positionKey]int, len(t.lines))
	for line, n := range t.lines {
		m[keyOf(after(line))] += n.Games()
	}
	return m
}

func after(line string) engine.Position {
	p, _ := engine.Game{Start: engine.StandardStart(), Moves: squares(line)}.End()
	return p
}

func squares(line string) []engine.Square {
	list := make([]engine.Square, len(line))
	for i := range list {
		list[i] = engine.Square(line[i])
	}
	return list
}

func transcript(line string) string { return string(engine.AppendTranscript(nil, squares(line))) }
