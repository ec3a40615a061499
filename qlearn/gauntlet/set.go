package gauntlet

import (
	"cmp"
	"crypto/sha256"
	_ "embed"
	"encoding/hex"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/engine/arena"
	"github.com/outflank/outflank/engine/book"
)

// Edition numbers the set. Results of different editions are not comparable.
const Edition = 1

// Anchors are the specs of the opponents of all measured agents. The first one has Elo 0. Their games are
// repeatable: they have no time limits and use one thread.
var Anchors = [12]string{
	"random", "greedy", "minimax:depth=1", "minimax:depth=2", "minimax:depth=3", "minimax:depth=4",
	"swh", "cassio", // Yoshioka, Ishii and Ito 1999; Fennell
	"q", "engine:nodes=100", "engine:nodes=1000", "engine:nodes=10000",
}

const (
	maxGames       = 200  // against each anchor
	precision      = 0.04 // half the 95 % interval of the score that ends a match after 40 games or more
	allPositions   = 400
	quickGames     = 8 // of a try-out
	quickPositions = 40
)

// exactEmpties is the number of empty squares up to which the values of positions are exact.
const exactEmpties = 18

var (
	//go:embed anchors.txt
	anchorResults string

	//go:embed positions.txt
	positionValues string
)

// SetHash returns the SHA-256 of all that an edition fixes, in hexadecimal.
func SetHash() string {
	h := sha256.New()
	fmt.Fprintln(h, Edition, Anchors, maxGames, precision, book.XOT)
	fmt.Fprint(h, anchorResults, positionValues)
	return hex.EncodeToString(h.Sum(nil))
}

// anchorPairs returns the results of the anchors against each other, from a file with a line for each pair:
// two specs, and the results of the games from the view of the first one, such as wdl for a win, a draw and a
// loss.
func anchorPairs() (list []arena.Pair) {
	for _, line := range dataLines(anchorResults) {
		words := strings.Fields(line)
		list = append(list, arena.Pair{A: slices.Index(Anchors[:], words[0]), B: slices.Index(Anchors[:], words[1]),
			Wins: strings.Count(words[2], "w"), Draws: strings.Count(words[2], "d"),
			Losses: strings.Count(words[2], "l")})
	}
	return list
}

// dataLines returns the lines of a data file that are not comments.
func dataLines(data string) []string {
	return slices.DeleteFunc(strings.Split(strings.TrimSpace(data), "\n"), func(line string) bool {
		return strings.HasPrefix(line, "#")
	})
}

// A position is a position with the values of its moves.
type position struct {
	engine.Position
	values map[engine.Square]float64 // discs for the side to move, for each legal move
}

// positions returns the positions of the set. A line of their file has a position, and a value for each legal
// move, as in c4:-2.
func positions() (list []position, err error) {
	for i, line := range dataLines(positionValues) {
		board, values, _ := strings.Cut(line, "  ")
		p := position{values: map[engine.Square]float64{}}
		p.Position, err = engine.ParsePosition(board)
		for word := range strings.FieldsSeq(values) {
			name, number, _ := strings.Cut(word, ":")
			move, badName := engine.ParseSquare(name)
			value, badNumber := strconv.ParseFloat(number, 64)
			p.values[move], err = value, cmp.Or(err, badName, badNumber)
		}
		if err != nil {
			return nil, fmt.Errorf("gauntlet: position %d: %w", i+1, err)
		}
		list = append(list, p)
	}
	return list, nil
}

// loss returns the number of discs by which a move is worse than the best one. A missing or illegal move
// counts as the worst legal one.
func (p position) loss(m engine.Square) float64 {
	values := slices.Sorted(maps.Values(p.values))
	v, ok := p.values[m]
	if !ok {
		v = values[0]
	}
	return values[len(values)-1] - v
}
