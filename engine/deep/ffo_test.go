package deep

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/eval/pattern"
)

func TestScratchFFO(t *testing.T) {
	rng := os.Getenv("FFO")
	if rng == "" {
		t.Skip()
	}
	var lo, hi int
	fmt.Sscanf(rng, "%d-%d", &lo, &hi)
	opt := Default
	opt.TableBytes = 512 << 20
	opt.Threads, _ = strconv.Atoi(os.Getenv("THREADS"))
	opt.Evaluator = testEvaluator
	e := New(opt)
	num := 1
	var total uint64
	var secs float64
	for _, f := range []string{"1-19", "20-39", "40-59", "60-79"} {
		file, err := os.Open("../../../shared/endgames/fforum-" + f + ".obf")
		if err != nil {
			t.Fatal(err)
		}
		sc := bufio.NewScanner(file)
		for sc.Scan() {
			text := strings.TrimSpace(sc.Text())
			if text == "" || text[0] == '%' {
				continue
			}
			i := num
			num++
			if i < lo || i > hi {
				continue
			}
			b, want := parse(text)
			start := cpu()
			info, err := e.Solve(context.Background(), b)
			d := (cpu() - start).Seconds()
			nodes := info.Nodes
			total += nodes
			secs += d
			status := ""
			if err != nil || int(info.Score()) != want {
				status = fmt.Sprint("WRONG want ", want, err)
			}
			fmt.Printf("#%d empties %d score %v %v nodes %.1fM  %.2fs %.1f Mn/s %s\n", i, b.Empty().Len(), info.Score(), info.Move(), float64(nodes)/1e6, d, float64(nodes)/1e6/d, status)
		}
	}
	fmt.Printf("total %.1fM %.2fs %.1f Mn/s\n", float64(total)/1e6, secs, float64(total)/1e6/secs)
}

func parse(text string) (engine.Board, int) {
	board, rest, _ := strings.Cut(text, " ")
	var x, o engine.Set
	for i, c := range board {
		switch c {
		case 'X':
			x |= 1 << i
		case 'O':
			o |= 1 << i
		}
	}
	if rest[0] == 'O' {
		x, o = o, x
	}
	_, moves, _ := strings.Cut(rest, ";")
	_, score, _ := strings.Cut(moves, ":")
	score, _, _ = strings.Cut(score, ";")
	n, _ := strconv.Atoi(score)
	b, err := engine.NewBoard(engine.Full, x, o)
	if err != nil {
		panic(err)
	}
	return b, n
}

func testEvaluator() Evaluator { return pattern.Default().Evaluator() }

func cpu() time.Duration {
	var u syscall.Rusage
	syscall.Getrusage(syscall.RUSAGE_SELF, &u)
	return time.Duration(u.Utime.Nano())
}
