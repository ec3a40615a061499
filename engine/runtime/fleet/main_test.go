package fleet_test

import (
	"flag"
	"testing"

	"go.uber.org/goleak"

	"github.com/outflank/outflank/engine/runtime/fleet/fleettest"
)

// TestMain: nothing that clients, workers and servers begin outlives them.
func TestMain(m *testing.M) {
	fleettest.Main()
	_ = flag.Set("test.parallel", "16") // they wait for each other more than they compute
	goleak.VerifyTestMain(m)
}
