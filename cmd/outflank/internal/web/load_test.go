package web

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"net/http"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"
)

// BenchmarkBoardBesideAnalyses asks for positions while 15 live analyses run, as many as the pool lets
// a client run, each of another position. It reports how long the slowest of a hundred answers took, and the heap.
func BenchmarkBoardBesideAnalyses(b *testing.B) {
	base := room.Serve(b, "web")
	ctx, cancel := context.WithCancel(b.Context())
	defer cancel()
	const game = "f5d6c3d3c4f4f6f3e6e7d7c5b5c6f7f8"
	for n := range 15 {
		req, err := http.NewRequestWithContext(ctx, http.MethodGet,
			fmt.Sprintf("%s/api/v1/analysis?seconds=600&moves=%s", base, game[:2*(n+1)]), nil)
		if err != nil {
			b.Fatal(err)
		}
		answer, err := http.DefaultClient.Do(req)
		if err != nil {
			b.Fatal(err)
		}
		defer answer.Body.Close()
		lines := bufio.NewReader(answer.Body)
		for depth := 0; depth < 8; { // all of them search
			line, err := lines.ReadString('\n')
			if err != nil {
				b.Fatal(err)
			}
			if strings.HasPrefix(line, "data: ") {
				depth++
			}
		}
		go func() { _, _ = io.Copy(io.Discard, lines) }()
	}
	var took []time.Duration
	for b.Loop() {
		begin := time.Now()
		answer, err := http.Get(base + "/api/v1/board?moves=" + game)
		if err != nil {
			b.Fatal(err)
		}
		_, _ = io.Copy(io.Discard, answer.Body)
		answer.Body.Close()
		took = append(took, time.Since(begin))
	}
	slices.Sort(took)
	var memory runtime.MemStats
	runtime.ReadMemStats(&memory)
	b.ReportMetric(float64(took[len(took)*99/100])/1e6, "ms-p99")
	b.ReportMetric(float64(took[len(took)/2])/1e6, "ms-p50")
	b.ReportMetric(float64(memory.HeapInuse)/1e6, "MB-heap")
}
