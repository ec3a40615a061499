package stats

import (
	"github.com/outflank/outflank/dataset"
)

// maxPlies is the maximum number of moves in a game, without passes, and the number of squares.
const maxPlies = 64

// endings counts how games end: the numbers of moves, empty squares and passes, and the score. It skips games
// from other start positions, because their plies mean something different. The zero value is ready to use.
type endings struct {
	games, skipped             int
	complete, unfinished       int
	illegal                    int
	plies                      sample
	passes, withPass           int
	wipeouts, recordedWipeouts int
	byPlies, byPliesUnfinished [maxPlies + 1]int
	byEmpties                  [maxPlies + 1]int // of complete games
	passBefore                 [maxPlies + 1]int // by the number of moves before the pass
	byScore, byTheory          [2*maxPlies + 1]int
	noResult                   int
	equal, theory              int
}

// Add counts a game. It uses the fields that [dataset.Game.Replay] sets.
func (e *endings) Add(g *dataset.Game) {
	if !g.Standard() {
		e.skipped++
		return
	}
	e.games++
	e.plies.add(len(g.Moves))
	e.byPlies[min(len(g.Moves), maxPlies)]++
	e.addStatus(g)
	e.addPasses(g)
	e.addScores(g)
}

func (e *endings) addStatus(g *dataset.Game) {
	switch g.Status {
	case dataset.Complete:
		e.complete++
		e.byEmpties[min(max(g.Empties, 0), maxPlies)]++
	case dataset.Unfinished:
		e.unfinished++
		e.byPliesUnfinished[min(len(g.Moves), maxPlies)]++
	default:
		e.illegal++
	}
}

// addPasses replays only the games that have passes.
func (e *endings) addPasses(g *dataset.Game) {
	e.passes += g.Passes
	if g.Passes == 0 {
		return
	}
	e.withPass++
	for ply, err := range g.Plies() {
		if err != nil {
			return
		}
		if ply.Passed {
			e.passBefore[ply.Index]++
		}
	}
}

func (e *endings) addScores(g *dataset.Game) {
	if wipeout(g.Replayed) {
		e.wipeouts++
	}
	if g.TheoryEmpties > 0 {
		e.theory++
		e.byTheory[clampScore(g.Theory)+maxPlies]++
	}
	if g.NoResult {
		e.noResult++
		return
	}
	if wipeout(g.Score) {
		e.recordedWipeouts++
	}
	e.byScore[clampScore(g.Score)+maxPlies]++
	if g.TheoryEmpties > 0 && g.Theory == g.Score {
		e.equal++
	}
}

func wipeout(score int) bool { return score == 64 || score == -64 }

func clampScore(score int) int { return min(max(score, -maxPlies), maxPlies) }

// Merge adds the counts of f, which counted other games.
func (e *endings) Merge(f *endings) {
	e.games, e.skipped = e.games+f.games, e.skipped+f.skipped
	e.complete, e.unfinished, e.illegal = e.complete+f.complete, e.unfinished+f.unfinished, e.illegal+f.illegal
	e.plies.merge(f.plies)
	e.passes, e.withPass = e.passes+f.passes, e.withPass+f.withPass
	e.wipeouts, e.recordedWipeouts = e.wipeouts+f.wipeouts, e.recordedWipeouts+f.recordedWipeouts
	e.noResult += f.noResult
	e.equal, e.theory = e.equal+f.equal, e.theory+f.theory
	for i := range e.byPlies {
		e.byPlies[i] += f.byPlies[i]
		e.byPliesUnfinished[i] += f.byPliesUnfinished[i]
		e.byEmpties[i] += f.byEmpties[i]
		e.passBefore[i] += f.passBefore[i]
	}
	for i := range e.byScore {
		e.byScore[i] += f.byScore[i]
		e.byTheory[i] += f.byTheory[i]
	}
}
