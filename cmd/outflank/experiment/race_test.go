//go:build race

package experiment

// underRace tells whether the race detector watches.
const underRace = true
