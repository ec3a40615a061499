package web

import (
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"sync"
	"testing"
	"time"
)

// clients ask at once.
const clients = 64

// BenchmarkDatabase has 64 clients ask for positions of the board and for what was played in them, in
// turn, for as long as -benchtime says: places of real games, most of them early ones, in the database of
// 124,326 games where it lies in $OUTFLANK_DATA. It reports requests a second, how long half of them and all
// but one in a hundred take, and the memory of server and clients together.
func BenchmarkDatabase(b *testing.B) {
	wthor := filepath.Join(cmp.Or(os.Getenv("OUTFLANK_DATA"),
		filepath.Join("..", "..", "..", "..", "..", "shared")), "wthor")
	if _, err := os.Stat(wthor); err != nil {
		wthor = demoGames(b)
	}
	base := room.Serve(b, "web", "--state", b.TempDir(), wthor) + "/api/v1/"
	addresses := places(b, base)
	transport := &http.Transport{MaxIdleConnsPerHost: clients}
	defer transport.CloseIdleConnections()
	client := &http.Client{Transport: transport}
	goroutines := runtime.NumGoroutine()
	var mu sync.Mutex
	var took []time.Duration
	b.SetParallelism((clients + runtime.GOMAXPROCS(0) - 1) / runtime.GOMAXPROCS(0))
	b.ResetTimer()
	begin := time.Now()
	b.RunParallel(func(pb *testing.PB) {
		rng := rand.New(rand.NewPCG(rand.Uint64(), 1))
		var mine []time.Duration
		for pb.Next() {
			asked := time.Now()
			fetch(b, client, addresses[rng.IntN(len(addresses))])
			mine = append(mine, time.Since(asked))
		}
		mu.Lock()
		took = append(took, mine...)
		mu.Unlock()
	})
	seconds := time.Since(begin).Seconds()
	slices.Sort(took)
	var memory runtime.MemStats
	runtime.ReadMemStats(&memory)
	b.ReportMetric(float64(len(took))/seconds, "requests/s")
	b.ReportMetric(float64(took[len(took)/2])/1e6, "ms-p50")
	b.ReportMetric(float64(took[len(took)*99/100])/1e6, "ms-p99")
	b.ReportMetric(float64(memory.Sys)/1e6, "MB")
	transport.CloseIdleConnections()
	for wait := 0; runtime.NumGoroutine() > goroutines; wait++ {
		if wait == 1000 {
			b.Fatalf("%d goroutines, %d before", runtime.NumGoroutine(), goroutines)
		}
		time.Sleep(10 * time.Millisecond)
	}
}

// places returns addresses of the board and of the explorer at places of games all over the database.
func places(b *testing.B, base string) (addresses []string) {
	rng := rand.New(rand.NewPCG(5, 6))
	for range 40 {
		var list struct {
			Games []struct{ Start, Moves string }
		}
		text := fetch(b, http.DefaultClient, fmt.Sprintf("%sdatabase/games?anywhere=true&limit=50&first=%d", base,
			rng.IntN(1900)*len(addresses)%124_000))
		if err := json.Unmarshal(text, &list); err != nil {
			b.Fatal(err)
		}
		for _, g := range list.Games {
			n := min(len(g.Moves)/2, rng.IntN(6)+rng.IntN(6)+rng.IntN(20)*rng.IntN(2))
			for _, path := range []string{"board", "explore"} {
				addresses = append(addresses, base+path+"?start="+g.Start+"&moves="+g.Moves[:2*n])
			}
		}
	}
	http.DefaultClient.CloseIdleConnections()
	return addresses
}

// fetch reads an answer.
func fetch(b *testing.B, c *http.Client, address string) []byte {
	answer, err := c.Get(address)
	if err != nil {
		b.Error(err)
		return nil
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	if err != nil || answer.StatusCode != http.StatusOK {
		b.Errorf("%s: %d, %v: %s", address, answer.StatusCode, err, text)
	}
	return text
}
