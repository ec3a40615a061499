package web

import (
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
)

// clients ask at once.
const clients = 32

// BenchmarkDatabase has 32 clients ask what was played in positions of real games, for as long as -benchtime
// says, in the database of 124,326 games where it lies in $OUTFLANK_DATA: in the start position, in 20,000
// positions that are equally often early and late, and in these positions in the games of some players, years and
// events. It reports requests a second, how long half of them and all but one in a hundred take, and the memory of
// server and clients together.
func BenchmarkDatabase(b *testing.B) {
	wthor := filepath.Join(cmp.Or(os.Getenv("OUTFLANK_DATA"),
		filepath.Join("..", "..", "..", "..", "..", "shared")), "wthor")
	if _, err := os.Stat(wthor); err != nil {
		wthor = demoGames(b)
	}
	base := room.Serve(b, "web", "--state", b.TempDir(), wthor) + "/api/v1/"
	for strings.Contains(string(fetch(b, http.DefaultClient, base+"stats")), `"pending"`) {
		time.Sleep(time.Second) // for the pictures of the gallery
	}
	games := someGames(b, base)
	positions, filtered := places(base, games, false), places(base, games, true)
	http.DefaultClient.CloseIdleConnections()
	b.Run("start", func(b *testing.B) { ask(b, []string{base + "explore"}) })
	b.Run("positions", func(b *testing.B) { ask(b, positions) })
	b.Run("filters", func(b *testing.B) { ask(b, filtered) })
}

// ask measures requests for addresses in random order.
func ask(b *testing.B, addresses []string) {
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

// A recorded is a game of the database.
type recorded struct {
	Start, Moves, Black, Tournament string
	Year                            int
}

// someGames returns 2,000 games from all over the database.
func someGames(b *testing.B, base string) (games []recorded) {
	rng := rand.New(rand.NewPCG(5, 6))
	for range 40 {
		var list struct{ Games []recorded }
		text := fetch(b, http.DefaultClient,
			fmt.Sprintf("%sdatabase/games?anywhere=true&limit=50&first=%d", base, rng.IntN(124_000)))
		if err := json.Unmarshal(text, &list); err != nil {
			b.Fatal(err)
		}
		games = append(games, list.Games...)
	}
	return games
}

// places returns addresses of the explorer at ten places of each game, with the filters of other games.
func places(base string, games []recorded, filters bool) (addresses []string) {
	rng := rand.New(rand.NewPCG(7, 8))
	for _, g := range games {
		for range 10 {
			n := rng.IntN(len(g.Moves)/2 + 1)
			q := url.Values{"start": {g.Start}, "moves": {g.Moves[:2*n]}}
			if filters {
				switch other := games[rng.IntN(len(games)/40)]; rng.IntN(3) {
				case 0:
					q.Set("player", other.Black)
				case 1:
					q.Set("tournament", other.Tournament)
				case 2:
					q.Set("years", fmt.Sprint(other.Year))
				}
			}
			addresses = append(addresses, base+"explore?"+q.Encode())
		}
	}
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
