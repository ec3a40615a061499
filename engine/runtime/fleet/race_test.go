//go:build race

package fleet_test

import "time"

// deadAfter is [fleet.Options].Silence of clients and workers in tests. The race detector delays heartbeats.
const deadAfter = 4 * time.Second
