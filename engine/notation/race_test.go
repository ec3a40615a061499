//go:build race

package notation_test

// raceEnabled tells that the race detector makes everything ten times slower. Nothing
// here runs at the same time, so the tests of limits are left to the other runs.
const raceEnabled = true
