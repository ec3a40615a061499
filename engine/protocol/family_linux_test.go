package protocol

import (
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/outflank/outflank/engine"
)

// daemon starts a process in a session of its own whose parent ends, and writes its number to a file.
func daemon() {
	cmd := exec.Command("sh", "-c", `sleep 1000 & echo $! >"$OUTFLANK_FAKE_MARK"`)
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
	_ = cmd.Run()
}

// TestNoDaemonStays: also a child that left the process group and its parent ends with the program.
func TestNoDaemonStays(t *testing.T) {
	mark := filepath.Join(t.TempDir(), "pid")
	t.Setenv("OUTFLANK_FAKE_MARK", mark)
	p := program(t, "daemon", 0)
	if _, err := p.Choose(t.Context(), engine.Standard()); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(mark)
	if err != nil {
		t.Fatal(err)
	}
	pid, err := strconv.Atoi(strings.TrimSpace(string(text)))
	if err != nil || !runs(pid) {
		t.Fatalf("there is no process %q, %v", text, err)
	}
	p.Close()
	for range 500 { // it is reaped by init, in its own time
		if !runs(pid) {
			return
		}
		time.Sleep(20 * time.Millisecond)
	}
	_ = syscall.Kill(pid, syscall.SIGKILL)
	t.Errorf("process %d is alive", pid)
}

// runs tells whether a process runs and is no zombie.
func runs(pid int) bool {
	text, err := os.ReadFile(filepath.Join("/proc", strconv.Itoa(pid), "stat"))
	_, after, _ := strings.Cut(string(text), ") ")
	return err == nil && !strings.HasPrefix(after, "Z")
}
