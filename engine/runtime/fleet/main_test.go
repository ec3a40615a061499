package fleet_test

import (
	"testing"

	"go.uber.org/goleak"
)

// TestMain: nothing that clients, workers and servers begin outlives them.
func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }
