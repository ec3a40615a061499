//go:build !race

package study

// underRace tells whether the race detector watches.
const underRace = false
