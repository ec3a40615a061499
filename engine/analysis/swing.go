package analysis

import "cmp"

// sureErrors is the number of standard errors by which an inexact value must differ from a draw to show the
// winner. With two, it is wrong about once in forty times if errors are normally distributed.
const sureErrors = 2

// swing names the change of result that a move causes, from the result with best play to the result after the
// move. It is empty if there is no change or the values do not show one. An inexact value never shows a draw;
// it shows a win or a loss only if it is at least sureErrors standard errors from a draw. A standard error of
// 0 means unknown.
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
