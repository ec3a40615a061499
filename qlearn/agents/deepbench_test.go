package agents

import (
	"context"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/engine/deep"
	"github.com/outflank/outflank/eval/pattern"
)

// benchBoards are boards of random play with a number of empty squares.
func benchBoards(n, empties int) []engine.Board {
	rng := rand.New(rand.NewPCG(1, uint64(empties)))
	var boards []engine.Board
	for len(boards) < n {
		b := engine.Standard()
		for b.Empty().Len() > empties && b.Moves() != 0 {
			moves := b.Moves()
			b = b.Play(moves.Nth(rng.IntN(moves.Len())))
		}
		if b.Empty().Len() == empties && b.Moves() != 0 {
			boards = append(boards, b)
		}
	}
	return boards
}

func shippedEvaluator() deep.Evaluator { return pattern.Default().Evaluator() }

// The full engine with the evaluator that is built in, one thread: nodes a second
// of the midgame without selectivity and with it, and of endings.
func BenchmarkDeep(b *testing.B) {
	for _, c := range []struct {
		name    string
		empties int
		opt     deep.Options
	}{
		{"midgame", 36, deep.Options{Depth: 8, Level: deep.Exact}},
		{"selective", 36, deep.Options{Depth: 14, Level: deep.Sure73}},
		{"ending", 16, deep.Options{Last: deep.Exact}},
	} {
		b.Run(c.name, func(b *testing.B) {
			boards := benchBoards(8, c.empties)
			c.opt.Evaluator, c.opt.TableBytes = shippedEvaluator, 16<<20
			e := deep.New(c.opt)
			var nodes uint64
			for i := range b.N {
				b.StopTimer()
				e.Forget()
				b.StartTimer()
				var last deep.Info
				for last = range e.Search(b.Context(), boards[i%len(boards)]) {
				}
				nodes += last.Nodes
			}
			b.ReportMetric(float64(nodes)/b.Elapsed().Seconds(), "nodes/s")
			b.ReportMetric(float64(nodes)/float64(b.N), "nodes/op")
		})
	}
}

// What a search takes with the learned models: all of the specialist's patterns have tables,
// twelve tuples of the generalist have none.
func BenchmarkDeepModel(b *testing.B) {
	for _, name := range []string{pattern.BuiltIn, pattern.League, pattern.General} {
		b.Run(name, func(b *testing.B) {
			made, err := deepEvaluator(pattern.ShippedModel(name))
			if err != nil {
				b.Fatal(err)
			}
			boards := benchBoards(8, 36)
			e := deep.New(deep.Options{Depth: 7, Level: deep.Exact, Evaluator: made, TableBytes: 16 << 20})
			b.ResetTimer()
			for i := range b.N {
				b.StopTimer()
				e.Forget()
				b.StartTimer()
				for range e.Search(b.Context(), boards[i%len(boards)]) {
				}
			}
			b.ReportMetric(float64(e.Nodes())/b.Elapsed().Seconds(), "nodes/s")
		})
	}
}

// How long a search continues after its context has ended.
func BenchmarkDeepCancel(b *testing.B) {
	board := benchBoards(1, 40)[0]
	for _, threads := range []int{1, 2} {
		b.Run(map[int]string{1: "one", 2: "two"}[threads], func(b *testing.B) {
			e := deep.New(deep.Options{Threads: threads, Evaluator: shippedEvaluator})
			var worst time.Duration
			for range b.N {
				ctx, cancel := context.WithCancel(b.Context())
				var cancelled time.Time
				time.AfterFunc(20*time.Millisecond, func() { cancelled = time.Now(); cancel() })
				for range e.Search(ctx, board) {
				}
				<-ctx.Done()
				worst = max(worst, time.Since(cancelled))
			}
			b.ReportMetric(worst.Seconds()*1e3, "ms-worst")
		})
	}
}
