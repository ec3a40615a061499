package root

import (
	"cmp"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"strings"
	"time"

	"github.com/klauspost/cpuid/v2"
	"github.com/pbnjay/memory"

	"github.com/outflank/outflank/cmd/outflank/internal/board"
	"github.com/outflank/outflank/cmd/outflank/internal/cli"
	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/engine/kernel"
	"github.com/outflank/outflank/engine/runtime/durable"
	"github.com/outflank/outflank/engine/runtime/text"
)

// checkProcessor reports the processor of this machine and the processor level that the program was built
// for.
func checkProcessor() finding {
	name := cmp.Or(strings.TrimSpace(cpuid.CPU.BrandName), runtime.GOARCH)
	text := fmt.Sprintf("%s, %s", name, text.Plural(runtime.GOMAXPROCS(0), "thread"))
	if level := cpuid.CPU.X64Level(); level > 0 {
		text += fmt.Sprintf(", x86-64-v%d", level)
	}
	f := finding{Name: "processor", State: fine}
	if cpuid.CPU.Supports(cpuid.AVX2) {
		text += ", AVX2"
	} else if runtime.GOARCH == "amd64" {
		text += ", no AVX2"
		f.State, f.Advice = missing,
			"pattern evaluation is slower without AVX2; choose a smaller depth or more time"
	}
	if built := describe(debug.ReadBuildInfo()).Level; built != "" {
		text += ", built for " + built
	}
	f.Found = text
	return f
}

// rulesPositions is the number of positions that checkRules compares. They take a tenth of a second.
const rulesPositions = 20_000

// checkRules compares the kernels with the rules of package engine, which work on all boards.
func checkRules() finding {
	kernels := kernel.Kernels()
	var names []string
	for _, k := range kernels {
		names = append(names, k.Name)
		if wrong := disagreement(k); wrong != "" {
			return finding{"rules", bad, wrong, "the processor or the program is faulty: compare the program's " +
				"checksum with SHA256SUMS, and build it from source"}
		}
	}
	return finding{Name: "rules", State: fine,
		Found: fmt.Sprintf("kernel %s; %s agree with the plain rules on %s positions",
			kernel.Name(), strings.Join(names, ", "), text.Number(rulesPositions))}
}

// disagreement plays random games. It returns the first position in which a kernel differs from the plain
// rules, as text, or "".
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

// checkMemory reports the memory of this machine and the maximum size of all tables of searches together.
func checkMemory() finding { return judgeMemory(memory.TotalMemory()) }

// judgeMemory does the work of checkMemory for a machine with total bytes of memory; 0 = unknown.
func judgeMemory(total uint64) finding {
	if total == 0 {
		return finding{"memory", missing, "unknown: this system does not report it",
			"give engines tables that fit into memory, such as engine:hash=64M"}
	}
	largest := uint64(1) << 20 // sizes of tables are powers of two; a quarter leaves room
	for largest*2 <= total/4 {
		largest *= 2
	}
	f := finding{Name: "memory", State: fine, Found: fmt.Sprintf("%s MB; up to engine:hash=%dM in all",
		text.Number(int(total>>20)), largest>>20)}
	if total < 1<<30 {
		f.State = missing
		f.Advice = "with less than 1 GB, train small models, and give engines hash=16M"
	}
	return f
}

// checkTerminal reports how boards and tables look on this terminal.
func checkTerminal(a *cli.App, getenv func(string) string) finding {
	if !a.OutTerminal {
		return finding{Name: "terminal", State: fine, Found: "none: output goes to a file or a pipe"}
	}
	f := finding{Name: "terminal", State: fine, Found: fmt.Sprintf("%d×%d, UTF-8, ", a.Width, a.Height)}
	if board.HasColors(true, getenv) {
		f.Found += "colours"
	} else {
		f.Found += "no colours"
	}
	switch {
	case a.ASCII:
		f.State, f.Found = missing, strings.Replace(f.Found, "UTF-8", "ASCII", 1)
		f.Advice = "boards are drawn with letters; to draw discs, set a UTF-8 locale: export LC_ALL=C.UTF-8"
	case a.Width < 80 || a.Height < 24:
		f.State, f.Advice = missing, "play and explore need a window of at least 80 columns and 24 lines"
	}
	return f
}

// checkClock compares the system clock with the time of the commit that this program was built from. It also
// measures the clock's resolution, on which time limits depend.
func checkClock(now func() time.Time) finding {
	begin := now()
	step := time.Duration(0)
	for range 1 << 22 { // less than a second
		if step = now().Sub(begin); step > 0 {
			break
		}
	}
	f := finding{Name: "clock", State: fine,
		Found: fmt.Sprintf("%s, steps of %v", begin.Format(time.DateTime), step)}
	built, err := time.Parse(time.RFC3339, describe(debug.ReadBuildInfo()).Time)
	switch {
	case begin.Year() < 2025 || err == nil && begin.Before(built):
		f.State, f.Advice = missing,
			"the clock is behind: set it; otherwise downloads reject certificates and runs get wrong dates"
	case step <= 0 || step > time.Millisecond:
		f.State, f.Advice = missing, "time limits below 100ms are not exact here: limit depth or nodes instead"
	}
	return f
}

// checkPython looks for Python, which only the notebooks need.
func checkPython(look func(string) (string, error)) finding {
	if found := programs(look, []string{"python3", "python", "py"}); len(found) > 0 {
		return finding{Name: "python", State: fine, Found: found[0]}
	}
	return finding{"python", missing, "none found", "only the notebooks need it: install Python 3.10 or later " +
		"from https://www.python.org/downloads"}
}

// checkWriting replaces a file in a folder in the same way as commands write outputs: it writes under another
// name, flushes to the disk and renames the file.
func checkWriting(folder string) finding {
	f := finding{Name: "folder", State: fine, Found: folder + ": files are written and replaced"}
	dir, err := os.MkdirTemp(folder, ".outflank-doctor-*")
	if err == nil {
		defer os.RemoveAll(dir)
		err = replaceTwice(filepath.Join(dir, "file"))
	}
	if err != nil {
		f.State, f.Found = bad, err.Error()
		f.Advice = "choose a writable folder on a disk with free space: outflank doctor FOLDER"
	}
	return f
}

func replaceTwice(path string) error {
	for _, text := range []string{"first", "second"} {
		if err := durable.WriteFile(path, []byte(text)); err != nil {
			return err
		}
		if got, err := os.ReadFile(path); err != nil || string(got) != text {
			return errors.Join(fmt.Errorf("%s holds %q, want %q", path, got, text), err)
		}
	}
	return nil
}

// checkLocks locks a folder twice. The second attempt must fail.
func checkLocks(folder string) finding {
	f := finding{Name: "locks", State: fine, Found: folder + ": locks keep out a second writer"}
	dir, err := os.MkdirTemp(folder, ".outflank-doctor-*")
	if err != nil {
		f.State, f.Found = bad, err.Error()
		return f
	}
	defer os.RemoveAll(dir)
	unlock, err := durable.LockDir(dir)
	if err != nil {
		f.State, f.Found = bad, err.Error()
		return f
	}
	defer unlock()
	if again, err := durable.LockDir(dir); err == nil {
		again()
		f.State, f.Found = missing, folder+": locks do not work"
		f.Advice = "commands that write the same files here would damage them: run one at a time, or use a " +
			"local disk"
	}
	return f
}

// checkBrowser looks for a program that "web --open" can use to open pages.
func checkBrowser(look func(string) (string, error)) finding {
	names := []string{"xdg-open"}
	switch runtime.GOOS {
	case "darwin":
		names = []string{"open"}
	case "windows":
		names = []string{"rundll32"}
	}
	names = append(names, "chromium", "chromium-browser", "google-chrome", "firefox")
	found := programs(look, names)
	if len(found) == 0 {
		return finding{"browser", missing, "none found", "web --open needs a browser here; or open the address " +
			"that " +
			"outflank web prints on any machine that can reach it"}
	}
	return finding{Name: "browser", State: fine, Found: strings.Join(found, ", ")}
}

// checkEngines looks for external engines that can play matches by GTP or NBoard.
func checkEngines(look func(string) (string, error)) finding {
	found := programs(look, []string{"edax", "lEdax-x86-64", "gtp-rhino", "/usr/games/gtp-rhino", "Egaroucid",
		"saio", "ntest"})
	if len(found) == 0 {
		return finding{"engines", missing, "none found",
			"matches against external engines need one, such as GRhino (apt-get install grhino) or Edax " +
				"(https://github.com/abulmo/edax-reversi); then: outflank help matches"}
	}
	return finding{Name: "engines", State: fine, Found: strings.Join(found, ", ")}
}

// programs returns the paths of the programs found, each once.
func programs(look func(string) (string, error), names []string) (found []string) {
	seen := map[string]bool{}
	for _, name := range names {
		if path, err := look(name); err == nil && !seen[path] {
			seen[path] = true
			found = append(found, path)
		}
	}
	return found
}
