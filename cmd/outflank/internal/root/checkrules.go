package root

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"runtime"
	"runtime/debug"
	"strings"

	"github.com/klauspost/cpuid/v2"
	"github.com/pbnjay/memory"

	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/engine/kernel"
	"github.com/outflank/outflank/engine/runtime/text"
)

// checkProcessor tells what computes, and what it was built for.
func checkProcessor() finding {
	name := cmp.Or(strings.TrimSpace(cpuid.CPU.BrandName), runtime.GOARCH)
	text := fmt.Sprintf("%s, %s", name, text.Plural(runtime.GOMAXPROCS(0), "thread"))
	if level := cpuid.CPU.X64Level(); level > 0 {
		text += fmt.Sprintf(", x86-64-v%d", level)
	}
	if built := describe(debug.ReadBuildInfo()).Level; built != "" {
		text += ", built for " + built
	}
	return finding{Name: "processor", State: fine, Found: text}
}

// rulesPositions is how many positions checkRules compares: a tenth of a second.
const rulesPositions = 20_000

// checkRules compares the kernels with the rules as the package engine has them for all boards.
func checkRules() finding {
	kernels := kernel.Kernels()
	var names []string
	for _, k := range kernels {
		names = append(names, k.Name)
		if wrong := disagreement(k); wrong != "" {
			return finding{"rules", bad, wrong, "the processor or the program is faulty: compare its checksum with " +
				"SHA256SUMS, and build it from source"}
		}
	}
	return finding{Name: "rules", State: fine,
		Found: fmt.Sprintf("kernel %s; %s agree with the plain rules on %s positions",
			kernel.Name(), strings.Join(names, ", "), text.Number(rulesPositions))}
}

// disagreement plays random games and returns the first position in which a kernel says something
// else than the plain rules, as a text; empty if there is none.
func disagreement(k kernel.Kernel) string {
	rng := rand.New(rand.NewPCG(1, 2))
	start := engine.StandardStart().Board
	b := start
	for range rulesPositions {
		moves := b.Moves()
		if got := k.Moves(uint64(b.Mine), uint64(b.Theirs)); got != uint64(moves) {
			return fmt.Sprintf("kernel %s: moves %x of %x against %x, want %x", k.Name, got, b.Mine, b.Theirs,
				uint64(moves))
		}
		if moves == 0 {
			if b = b.Pass(); b.Moves() == 0 {
				b = start
			}
			continue
		}
		move := moves.Nth(rng.IntN(moves.Len()))
		if got, want := k.Flips(uint64(b.Mine), uint64(b.Theirs), uint(move)), uint64(b.Flips(move)); got != want {
			return fmt.Sprintf("kernel %s: flips %x of %v in %x against %x, want %x", k.Name, got, move, b.Mine,
				b.Theirs, want)
		}
		b = b.Play(move)
	}
	return ""
}

// checkMemory tells how large a table of a search may be.
func checkMemory() finding { return judgeMemory(memory.TotalMemory()) }

// judgeMemory is checkMemory for a machine with so many bytes, 0 = unknown.
func judgeMemory(total uint64) finding {
	if total == 0 {
		return finding{"memory", missing, "this system does not tell",
			"give engines tables that fit, such as engine:hash=64M"}
	}
	largest := uint64(1) << 20 // tables have sizes that are powers of two; a quarter leaves room for the rest
	for largest*2 <= total/4 {
		largest *= 2
	}
	f := finding{Name: "memory", State: fine, Found: fmt.Sprintf("%s MB; up to engine:hash=%dM in all",
		text.Number(int(total>>20)), largest>>20)}
	if total < 1<<30 {
		f.State = missing
		f.Advice = "with less than 1 GB train with small models, and give engines hash=16M"
	}
	return f
}
