//go:build race

package fleet_test

import "time"

// deadAfter is [fleet.Options].Silence of clients and workers in tests: the race detector delays the signs of life.
const deadAfter = 4 * time.Second
