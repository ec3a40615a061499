//go:build race

package store_test

// raceEnabled tells that the race detector makes everything ten times slower, so
// that the large folder of real games is left to the other runs.
const raceEnabled = true
