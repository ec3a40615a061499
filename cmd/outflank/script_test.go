package main

import (
	"context"
	"encoding/hex"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/outflank/outflank/cmd/outflank/internal/cli"
	"github.com/outflank/outflank/cmd/outflank/internal/cli/clitest"
	"github.com/outflank/outflank/engine/runtime/fleet/fleettest"
)

// TestMain lets the scripts run this very command as a process of its own.
func TestMain(m *testing.M) {
	fleettest.Main()
	_ = flag.Set("test.parallel", "8") // parallel tests wait for other processes
	testscript.Main(m, map[string]func(){
		"hostile": hostile,
		"outflank": func() {
			a := cli.NewApp()
			a.Progress = clitest.Killer()
			os.Exit(execute(a, untilInterrupted(), os.Args[1:]))
		},
	})
}

// TestScripts runs testdata/script: command lines with what they print, write
// and return. Each script finds the built-in games in the folder wthor, and a file of
// puzzles, one of 10x10 games, and its games in a zip file. Lines that begin with [long], for which
// other tests have a shorter proof, are for OUTFLANK_LONG=1.
// OUTFLANK_UPDATE=1 writes the golden files anew.
func TestScripts(t *testing.T) {
	dir, err := filepath.Abs(filepath.Join("testdata", "script")) // the process changes its folder
	if err != nil {
		t.Fatal(err)
	}
	testscript.Run(t, testscript.Params{
		Dir:                 dir,
		RequireExplicitExec: true,
		UpdateScripts:       os.Getenv("OUTFLANK_UPDATE") != "",
		Setup: func(env *testscript.Env) error {
			return errors.Join(cli.UnpackDemoGames(filepath.Join(env.WorkDir, "wthor")), writeRarities(env.WorkDir))
		},
		Condition: func(name string) (bool, error) {
			if name != "long" {
				return false, fmt.Errorf("want the condition long, not %q", name)
			}
			return os.Getenv("OUTFLANK_LONG") != "", nil
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"run":      scriptRun,
			"exitcode": scriptExitCode,
			"cut":      scriptCut,
			"flip":     scriptFlip,
			"pad":      scriptPad,
			"put":      scriptPut,
		},
	})
}

// scriptRun runs the command, which ends well, or with ! does not: run stats colors games
// The last argument may be what it reads, as in <games.txt.
func scriptRun(ts *testscript.TestScript, neg bool, args []string) {
	if code := outflank(ts, args); (code == cli.Done) == neg {
		ts.Fatalf("outflank %v: exit code %d", args, code)
	}
}

// scriptExitCode runs the command and wants the given exit code: exitcode 3 inspect x
func scriptExitCode(ts *testscript.TestScript, neg bool, args []string) {
	want, err := strconv.Atoi(args[0])
	ts.Check(err)
	if got := outflank(ts, args[1:]); (got == want) == neg {
		ts.Fatalf("outflank %v: exit code %d, want %d", args[1:], got, want)
	}
}

// surroundings are the variables of the environment that scripts set and the command asks for.
var surroundings = []string{"HOME", "TMPDIR", "PATH", "OUTFLANK_DATA", "LC_ALL", "LC_CTYPE", "LANG"}

// oneAtATime is held by the command line that has the process, its folder and its environment.
var oneAtATime sync.Mutex

// inProcesses tells whether scripts run the command in processes of its own, as everybody does.
var inProcesses = os.Getenv("OUTFLANK_LONG") != ""

// outflank runs a command line of a script in its folder and returns the exit code: in this process, where
// starting costs nothing and the evaluator is there, or in one of its own, as what scripts exec has anyway.
func outflank(ts *testscript.TestScript, args []string) int {
	input := ""
	if last := len(args) - 1; last >= 0 && strings.HasPrefix(args[last], "<") {
		args, input = args[:last], ts.ReadFile(args[last][1:])
	} else if inProcesses {
		err := ts.Exec("outflank", args...)
		exit, ok := errors.AsType[*exec.ExitError](err)
		if !ok {
			ts.Check(err)
			return cli.Done
		}
		return exit.ExitCode()
	}
	oneAtATime.Lock()
	defer oneAtATime.Unlock()
	for _, name := range surroundings {
		defer os.Setenv(name, os.Getenv(name))
		ts.Check(os.Setenv(name, ts.Getenv(name)))
	}
	here, err := os.Getwd()
	ts.Check(err)
	defer os.Chdir(here)
	ts.Check(os.Chdir(ts.MkAbs(".")))
	printed := said{args: args}
	a := &cli.App{In: strings.NewReader(input), Out: io.MultiWriter(ts.Stdout(), &printed.out),
		Err: io.MultiWriter(ts.Stderr(), &printed.errors)}
	printed.code = execute(a, context.Background(), args)
	if _, err := printed.check(); err != nil {
		ts.Fatalf("outflank %v: %v", args, err)
	}
	return printed.code
}

// scriptCut leaves the first n bytes of a file: cut file n
func scriptCut(ts *testscript.TestScript, _ bool, args []string) {
	n, err := strconv.Atoi(args[1])
	ts.Check(err)
	ts.Check(os.Truncate(ts.MkAbs(args[0]), int64(n)))
}

// scriptFlip turns one bit of a byte of a file; a negative offset counts from
// the end: flip file offset
func scriptFlip(ts *testscript.TestScript, _ bool, args []string) {
	path := ts.MkAbs(args[0])
	data, err := os.ReadFile(path)
	ts.Check(err)
	at, err := strconv.Atoi(args[1])
	ts.Check(err)
	if at < 0 {
		at += len(data)
	}
	data[at] ^= 0x10
	ts.Check(os.WriteFile(path, data, 0o666))
}

// scriptPut writes bytes, given as hexadecimal digits, over a file: put file offset bytes
func scriptPut(ts *testscript.TestScript, _ bool, args []string) {
	at, err := strconv.Atoi(args[1])
	ts.Check(err)
	data, err := hex.DecodeString(args[2])
	ts.Check(err)
	f, err := os.OpenFile(ts.MkAbs(args[0]), os.O_WRONLY, 0)
	ts.Check(err)
	_, err = f.WriteAt(data, int64(at))
	ts.Check(err)
	ts.Check(f.Close())
}

// scriptPad appends n zero bytes to a file: pad file n
func scriptPad(ts *testscript.TestScript, _ bool, args []string) {
	n, err := strconv.Atoi(args[1])
	ts.Check(err)
	f, err := os.OpenFile(ts.MkAbs(args[0]), os.O_APPEND|os.O_WRONLY, 0)
	ts.Check(err)
	_, err = f.Write(make([]byte, n))
	ts.Check(err)
	ts.Check(f.Close())
}
