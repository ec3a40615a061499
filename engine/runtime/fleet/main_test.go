package fleet_test

import (
	"flag"
	"os"
	"testing"

	"go.uber.org/goleak"
)

// TestMain: nothing that clients, workers and servers begin outlives them.
func TestMain(m *testing.M) {
	if node := os.Getenv(nodeVariable); node != "" {
		serveNode(node)
		return
	}
	_ = flag.Set("test.parallel", "8") // they wait for each other more than they compute
	goleak.VerifyTestMain(m)
}
