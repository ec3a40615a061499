package main

import (
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strconv"
	"strings"
	"testing"

	"github.com/klauspost/cpuid/v2"

	"github.com/outflank/outflank/cmd/outflank/internal/cli"
)

// processorCommands are command lines that compute with floating-point numbers, and write into the folder
// where they run, which has a few of the built-in games in wthor. What stats and probcut print is kept too:
// of the others it has times. The bounds of means that stats has as JSON are left out, as gonum's quantiles
// of Student's distribution differ in their last digits.
var processorCommands = []string{
	"stats weights wthor --json",
	"stats players wthor",
	"label wthor -o labelled.parquet --exact 6 --depth 1 --hash 1M",
	"train --config run.toml -o trained",
	"train wthor -o self.model --mode self --games 60 --features corner+row2+constant --coherence",
	"train wthor -o net.dna --mode self --games 10 --net 64-32-1",
	"average self.model self.model -o average.model --shares 3,2",
	"tune --preset genetic-othello --steps 1 --population 4 --survivors 2 --depth 1 -o genetic",
	"tune --preset cs181-annealing --steps 3 --depth 1 -o annealing",
	"tune wthor --method spsa --features report --objective outcome --positions 300 --steps 5 -o spsa",
	"tune wthor --method cmaes --features report --objective outcome --loss logistic --positions 300 " +
		"--steps 6 -o cmaes",
	"fit wthor --features corner+row2+constant --solve 6 --play 20 --depth 1 --exact 6 -o fitted.model",
	"match engine:model=self.model q:model=self.model --games 4 --nodes 300 --random-plies 8 -o match",
	"match ucb:sims=50 ab:depth=1 --games 2 --random-plies 8 --ggf ucb.ggf",
	"probcut wthor --positions 2 --depth 4 --json",
}

// TestSameBytesOnProcessors: programs for the oldest amd64 processors, for those with FMA and for arm64 write
// the same bytes. Those for a processor that is not here run in an emulator, if there is one.
func TestSameBytesOnProcessors(t *testing.T) {
	if os.Getenv("OUTFLANK_LONG") == "" {
		t.Skip("set OUTFLANK_LONG to build the command for several processors")
	}
	if runtime.GOOS != "linux" || runtime.GOARCH != "amd64" {
		t.Skip("needs Linux on amd64")
	}
	want := processorFiles(t, nil, "GOARCH=amd64", "GOAMD64=v1")
	t.Run("amd64-v3", func(t *testing.T) {
		if !cpuid.CPU.Supports(cpuid.FMA3, cpuid.AVX2, cpuid.BMI2) {
			t.Skip("this processor is older than x86-64-v3")
		}
		sameTree(t, processorFiles(t, nil, "GOARCH=amd64", "GOAMD64=v3"), want)
	})
	t.Run("arm64", func(t *testing.T) {
		emulator, err := exec.LookPath("qemu-aarch64-static")
		if err != nil {
			emulator, err = exec.LookPath("qemu-aarch64")
		}
		if err != nil {
			t.Skip("neither qemu-aarch64-static nor qemu-aarch64 is on PATH: arm64 is not compared")
		}
		sameTree(t, processorFiles(t, []string{emulator}, "GOARCH=arm64"), want)
	})
}

// processorFiles builds the command and returns the folder in which it ran the commands.
func processorFiles(t *testing.T, emulator []string, env ...string) string {
	t.Helper()
	program := filepath.Join(t.TempDir(), "outflank")
	build := exec.Command("go", "build", "-o", program, ".")
	build.Env = append(append(os.Environ(), "CGO_ENABLED=0"), env...)
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("go build with %v: %v\n%s", env, err, out)
	}
	dir := t.TempDir()
	games := filepath.Join(dir, "wthor")
	if err := cli.UnpackDemoGames(games); err != nil {
		t.Fatal(err)
	}
	keepGames(t, games, 40)
	putFile(t, filepath.Join(dir, "run.toml"), []byte(processorConfig))
	for _, line := range processorCommands {
		args := append(append([]string{}, emulator...), program)
		args = append(args, strings.Fields(line)...)
		cmd := exec.Command(args[0], args[1:]...)
		cmd.Dir, cmd.Env = dir, append(os.Environ(), "OUTFLANK_DATA=")
		text, err := cmd.Output()
		if err != nil {
			t.Errorf("with %v, outflank %s: %v\n%s", env, line, err, text)
		}
		if name, _, _ := strings.Cut(line, " wthor"); name != line && !strings.Contains(line, " -o ") {
			putFile(t, filepath.Join(dir, name+".txt"), text)
		}
	}
	removeProcessor(t, dir)
	return dir
}

// platform is what a run keeps of where it was made, and the checksum over it.
var platform = regexp.MustCompile(`linux/(amd64|arm64)|"crc32c": "[0-9a-f]{8}"`)

// removeProcessor removes from a folder what depends on the processor, and should: the platform that a run
// notes, with the checkpoint that has its checksum. It removes PNG files too, which gonum/plot draws with
// fused products.
func removeProcessor(t *testing.T, dir string) {
	err := filepath.WalkDir(dir, func(path string, _ fs.DirEntry, err error) error {
		trained := filepath.Base(filepath.Dir(path)) == "trained"
		switch name := filepath.Base(path); {
		case err != nil:
			return err
		case filepath.Ext(path) == ".png", trained && name == "checkpoint":
			return os.Remove(path)
		case trained && (name == "config.json" || name == "card.md"):
			putFile(t, path, platform.ReplaceAll(fileBytes(t, path), nil))
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// processorConfig is a run that tries most of what learning can do with numbers.
var processorConfig = strings.NewReplacer("games = 200", `games = 60
lambda = 0.7
softmax = 0.5
conservative = 0.5
schedule = "cosine"
coherence = true
normalise = false
polyak = 0.5`, "games = 4\n", "games = 2\n", "final = 6", "final = 2").Replace(sweepConfig)

// fused is an instruction of arm64 that rounds a product and a sum once, and where it comes from.
var fused = regexp.MustCompile(
	`\((\S+/(?:engine|eval|qlearn|dataset)/\S+\.go):(\d+)\)\s+FN?M(?:ADD|SUB)[SD]\s`)

// sameAnyway are products that are exact, so that it makes no difference how often they are rounded.
var sameAnyway = regexp.MustCompile(`math\.FMA|/ ?2\b|\b2 ?\* ?rng\.Float64\(\)`)

// TestNoFusedProducts: the compiler fuses no product with a sum where it would round otherwise than on
// another processor. Only charts and the intervals of experiments may: they rest on gonum/plot and gonum's
// quantiles, which do so themselves.
func TestNoFusedProducts(t *testing.T) {
	if os.Getenv("OUTFLANK_LONG") == "" {
		t.Skip("set OUTFLANK_LONG to compile for arm64")
	}
	build := exec.Command("go", "build", "-gcflags=-S", "./engine/...", "./eval/...", "./qlearn/...",
		"./dataset/...")
	build.Dir, build.Env = "../..", append(os.Environ(), "CGO_ENABLED=0", "GOARCH=arm64")
	out, err := build.CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out[max(0, len(out)-2000):])
	}
	files, found := map[string][]string{}, 0
	for _, m := range fused.FindAllStringSubmatch(string(out), -1) {
		if strings.Contains(m[1], "/dataset/chart/") || strings.Contains(m[1], "/qlearn/study/") {
			continue
		}
		if files[m[1]] == nil {
			files[m[1]] = strings.Split(string(fileBytes(t, m[1])), "\n")
		}
		number, err := strconv.Atoi(m[2])
		if err != nil {
			t.Fatal(err)
		}
		line := files[m[1]][number-1]
		if found++; !sameAnyway.MatchString(line) {
			t.Errorf("%s:%s: a product is rounded together with a sum, convert it: %s", m[1], m[2],
				strings.TrimSpace(line))
		}
	}
	if found == 0 {
		t.Error("math.FMA of engine/runtime/portable was not found among the instructions")
	}
}
