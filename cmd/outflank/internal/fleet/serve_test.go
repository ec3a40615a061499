package fleet

import "testing"

func TestReachable(t *testing.T) {
	for address, want := range map[string]string{
		"nats://0.0.0.0:4222":   "nats://club:4222",
		"tls://[::]:4222":       "tls://club:4222",
		"nats://127.0.0.1:4222": "nats://127.0.0.1:4222",
		"nats://queue.org:4222": "nats://queue.org:4222",
	} {
		if got := reachable(address, "club"); got != want {
			t.Errorf("%s is reached as %s, want %s", address, got, want)
		}
	}
	if got := reachable("nats://0.0.0.0:4222", ""); got != "nats://0.0.0.0:4222" {
		t.Errorf("without a name: %s", got)
	}
}
