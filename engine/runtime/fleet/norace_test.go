//go:build !race

package fleet_test

import "time"

// deadAfter is [fleet.Options].Silence of clients and workers in tests.
const deadAfter = 600 * time.Millisecond
