//go:build !race

package notation_test

const raceEnabled = false
