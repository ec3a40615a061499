package engine

import (
	"context"
	"testing"
)
func TestP(t *testing.T) {
	for d := 1; d <= 11; d++ {
		n, _ := Perft(context.Background(), Standard(), d)
		t.Log(d, n)
	}
}
