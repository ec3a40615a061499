//go:build !race

package reports

// underRace tells whether the race detector watches.
const underRace = false
