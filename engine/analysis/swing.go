package analysis

import "cmp"

// sureErrors is how many standard errors a value that is not exact must be from a draw to
// say who wins: with two, it is wrong about once in forty times if errors are normally
// distributed.
const sureErrors = 2

// swing names the change of the result by a move: what best play gives and what the move
// played gives. It is empty where there is no change, and where the values do not show
// one: a value that is not exact never shows a draw, and a win or a loss only from
// sureErrors times its standard error on. A standard error of 0 is one that is unknown.
func swing(best, played float64, exact bool, standardError float64) string {
	from, sureFrom := outcome(best, exact, standardError)
	to, sureTo := outcome(played, exact, standardError)
	if !sureFrom || !sureTo || from <= to {
		return ""
	}
	return outcomeNames[from+1] + " to " + outcomeNames[to+1]
}

var outcomeNames = [...]string{"loss", "draw", "win"}

// outcome returns 1, 0 or -1 for a win, a draw or a loss, and whether the value shows it.
func outcome(value float64, exact bool, standardError float64) (sign int, sure bool) {
	margin := sureErrors * standardError
	return cmp.Compare(value, 0), exact || margin > 0 && max(value, -value) >= margin
}
