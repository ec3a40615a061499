package root

import (
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/outflank/outflank/cmd/outflank/internal/cli"
	"github.com/outflank/outflank/cmd/outflank/internal/cli/clitest"
	"github.com/outflank/outflank/engine/kernel"
)

var room clitest.Room = aboutCommands

func TestMain(m *testing.M) { room.Main(m) }

func TestVersion(t *testing.T) {
	out, _ := room.Want(t, cli.Done, "version")
	if !strings.Contains(out, "kernel    "+kernel.Name()+" of ") || !strings.Contains(out, "compiler  go1.") {
		t.Errorf("version says\n%s", out)
	}
	var v version
	out, _ = room.Want(t, cli.Done, "version", "--json")
	if err := json.Unmarshal([]byte(out), &v); err != nil || v.Kernel != kernel.Name() ||
		!slices.Contains(v.Kernels, "go") || v.System == "" {
		t.Errorf("%v: version says %s", err, out)
	}
}

func TestVersionFromBuildInfo(t *testing.T) {
	info := &debug.BuildInfo{Main: debug.Module{Version: "v0.1.0"}, Settings: []debug.BuildSetting{
		{Key: "vcs.revision", Value: "0123abcd"}, {Key: "vcs.time", Value: "2026-11-22T20:46:00Z"}, {Key: "vcs.modified", Value: "true"},
		{Key: "GOAMD64", Value: "v3"}, {Key: "-trimpath", Value: "true"}, {Key: "GOARCH", Value: "amd64"},
	}}
	v := describe(info, true)
	if v.Version != "v0.1.0" || v.Commit != "0123abcd" || !v.Modified || v.Level != "v3" ||
		v.options() != " -trimpath=true" {
		t.Errorf("%+v, options%s", v, v.options())
	}
	if v := describe(nil, false); v.Version != "unknown" || v.Kernel == "" {
		t.Errorf("%+v", v)
	}
}

// nothing finds no program.
func nothing(string) (string, error) { return "", errors.New("none") }

func TestDoctor(t *testing.T) {
	folder := t.TempDir()
	out, _ := room.Want(t, cli.Done, "doctor", folder)
	for _, name := range []string{"processor", "rules", "memory", "terminal", "folder", "locks", "clock", "browser", "python", "engines"} {
		if !strings.Contains("\n"+out, "\n  "+name) {
			t.Errorf("nothing about %s in\n%s", name, out)
		}
	}
	if !strings.HasSuffix(out, "\nNext: outflank demo\n") {
		t.Errorf("the last line is no command:\n%s", out)
	}
	if left, err := os.ReadDir(folder); err != nil || len(left) > 0 {
		t.Errorf("%v: left behind: %v", err, left)
	}
	room.Want(t, cli.Misused, "doctor", folder, folder)
}

// A folder that cannot be written to is broken, and the exit code says so, also with --json.
func TestDoctorBroken(t *testing.T) {
	none := filepath.Join(t.TempDir(), "none")
	out, complaint := room.Want(t, cli.Failed, "doctor", none, "--json")
	var list []finding
	if err := json.Unmarshal([]byte(out), &list); err != nil {
		t.Fatal(err)
	}
	for _, f := range list {
		if want := f.Name == "folder" || f.Name == "locks"; (f.State == bad) != want {
			t.Errorf("%+v", f)
		}
	}
	if !strings.Contains(complaint, "broken here: folder, locks") {
		t.Errorf("the complaint is %q", complaint)
	}
}

func TestDoctorSaysHowToGetWhatIsMissing(t *testing.T) {
	for _, f := range examine(&cli.App{}, t.TempDir(), nothing) {
		if (f.State == fine) != (f.Advice == "") || f.Found == "" {
			t.Errorf("%+v", f)
		}
		if slices.Contains([]string{"browser", "python", "engines"}, f.Name) && f.State != missing {
			t.Errorf("without programs: %+v", f)
		}
	}
	found := func(string) (string, error) { return "/bin/one", nil }
	if f := checkEngines(found); f.State != fine || f.Found != "/bin/one" {
		t.Errorf("%+v", f)
	}
}

func TestTerminalIsJudged(t *testing.T) {
	for _, c := range []struct {
		app         *cli.App
		env         map[string]string
		state, want string
	}{
		{&cli.App{}, nil, fine, "none: output goes to a file or a pipe"},
		{&cli.App{OutTerminal: true, Width: 100, Height: 30}, nil, fine, "100×30, UTF-8, colours"},
		{&cli.App{OutTerminal: true, Width: 100, Height: 30}, map[string]string{"NO_COLOR": "1"}, fine, "100×30, UTF-8, no colours"},
		{&cli.App{OutTerminal: true, Width: 100, Height: 30, ASCII: true}, nil, missing, "100×30, ASCII, colours"},
		{&cli.App{OutTerminal: true, Width: 70, Height: 30}, nil, missing, "70×30, UTF-8, colours"},
	} {
		f := checkTerminal(c.app, func(name string) string { return c.env[name] })
		if f.State != c.state || f.Found != c.want || (f.Advice == "") != (f.State == fine) {
			t.Errorf("%+v, want %s %s", f, c.state, c.want)
		}
	}
}

func TestClockIsJudged(t *testing.T) {
	at := func(year int, step time.Duration) func() time.Time {
		now := time.Date(year, 6, 1, 0, 0, 0, 0, time.UTC)
		return func() time.Time {
			now = now.Add(step)
			return now
		}
	}
	for _, c := range []struct {
		now  func() time.Time
		want string
	}{
		{at(2100, time.Microsecond), fine},
		{at(1970, time.Microsecond), missing},
		{at(2100, 16*time.Millisecond), missing},
	} {
		if f := checkClock(c.now); f.State != c.want || (f.Advice == "") != (f.State == fine) {
			t.Errorf("%+v, want %s", f, c.want)
		}
	}
}

func TestJudgements(t *testing.T) {
	for _, c := range []struct {
		got  finding
		want string
	}{
		{judgeMemory(0), missing},
		{judgeMemory(512 << 20), missing},
		{judgeMemory(8 << 30), fine},
	} {
		if c.got.State != c.want {
			t.Errorf("%+v, want %s", c.got, c.want)
		}
	}
	if f := judgeMemory(8<<30 + 1); !strings.Contains(f.Found, "engine:hash=2048M") {
		t.Errorf("8 GB: %s", f.Found)
	}
}

// A kernel that forgets a move or a flip is noticed, whichever it is.
func TestDisagreement(t *testing.T) {
	good := kernel.Kernels()[0]
	if wrong := disagreement(good); wrong != "" {
		t.Error(wrong)
	}
	forgetful := good
	forgetful.Moves = func(mine, theirs uint64) uint64 { return good.Moves(mine, theirs) &^ 1 }
	lame := good
	lame.Flips = func(mine, theirs uint64, square uint) uint64 {
		if square == 63 {
			return 0
		}
		return good.Flips(mine, theirs, square)
	}
	for _, k := range []kernel.Kernel{forgetful, lame} {
		if disagreement(k) == "" {
			t.Error("a wrong kernel agrees")
		}
	}
}
