package main

import (
	"bufio"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"
)

// startEmulated starts a program for arm64 if there is an emulator.
func startEmulated(t *testing.T, program []byte) {
	t.Helper()
	emulator, err := exec.LookPath("qemu-aarch64")
	if err != nil {
		t.Log("the program for arm64 was not started: ", err)
		return
	}
	dir := t.TempDir()
	path := filepath.Join(dir, "outflank")
	if err := os.WriteFile(path, program, 0o755); err != nil {
		t.Fatal(err)
	}
	for _, args := range [][]string{{"version"}, {"doctor"}, {"perft", "5"}} {
		c := exec.Command(emulator, append([]string{path}, args...)...)
		c.Dir = dir
		out, err := c.CombinedOutput()
		if err != nil || args[0] == "version" && !strings.Contains(string(out), "linux/arm64") {
			t.Errorf("outflank %s on arm64: %v\n%s", strings.Join(args, " "), err, out)
		}
	}
}

// startInstalled installs a Python package into a new environment and starts its program.
func startInstalled(t *testing.T, name string, wheel []byte) {
	t.Helper()
	dir := t.TempDir()
	path := filepath.Join(dir, name)
	if err := os.WriteFile(path, wheel, 0o666); err != nil {
		t.Fatal(err)
	}
	program := filepath.Join(dir, "env", "bin", "outflank")
	for _, line := range [][]string{
		{"python3", "-m", "venv", filepath.Join(dir, "env")},
		{filepath.Join(dir, "env", "bin", "python"), "-m", "pip", "install", "--no-index", "--no-deps", path},
		{program, "version"}, {program, "doctor", dir},
	} {
		out, err := exec.Command(line[0], line[1:]...).CombinedOutput()
		if err != nil && strings.Contains(string(out), "ensurepip") {
			t.Log("the Python package was not installed, because this Python has no pip")
			return
		}
		if err != nil {
			t.Fatalf("%v: %v\n%s", line, err, out)
		}
	}
}

// startAlone starts a program in a root folder that holds nothing else, if this process may.
func startAlone(t *testing.T, program []byte) {
	t.Helper()
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "outflank"), program, 0o755); err != nil {
		t.Fatal(err)
	}
	startIn(t, dir, "/", 0)
}

// startIn starts the program in a folder of a root folder, as a user whose home is /home, if this process may: it
// looks at the system, counts, runs the demo unless the test is short, and serves the pages.
func startIn(t *testing.T, root, dir string, user uint32) {
	t.Helper()
	if os.Getuid() != 0 {
		t.Log("only root can change the root folder: the program was not started")
		return
	}
	start := func(args ...string) *exec.Cmd {
		c := exec.Command("/outflank", args...)
		c.Dir, c.Env = dir, []string{"HOME=/home"}
		c.SysProcAttr = &syscall.SysProcAttr{Chroot: root, Credential: &syscall.Credential{Uid: user, Gid: user}}
		return c
	}
	lines := [][]string{{"version"}, {"doctor"}, {"perft", "5"}}
	if !testing.Short() {
		lines = append(lines, []string{"demo", "-o", "demo"})
	}
	for _, args := range lines {
		out, err := start(args...).CombinedOutput()
		if err != nil || args[0] == "version" && !strings.Contains(string(out), "linux/amd64") {
			t.Errorf("outflank %s, alone: %v\n%s", strings.Join(args, " "), err, out)
		}
	}
	web := start("web", "--addr", "127.0.0.1:0")
	said, err := web.StderrPipe()
	if err == nil {
		web.Stdout = web.Stderr
		err = web.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = web.Process.Kill(); _ = web.Wait() }()
	var all []string
	for lines := bufio.NewScanner(said); lines.Scan(); {
		all = append(all, lines.Text())
		if url := regexp.MustCompile(`http://127\.0\.0\.1:\d+`).FindString(lines.Text()); url != "" {
			answer, err := http.Get(url + "/api/v1/board?moves=f5")
			if err != nil || answer.StatusCode != http.StatusOK {
				t.Errorf("outflank web, alone: %v, %v", answer, err)
			}
			return
		}
	}
	t.Errorf("outflank web, alone, does not name its address: %q", all)
}
