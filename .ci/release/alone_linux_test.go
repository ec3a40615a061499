package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// startAlone starts a program in a root folder that holds nothing else, if this process may.
func startAlone(t *testing.T, program []byte) {
	t.Helper()
	if os.Getuid() != 0 {
		t.Log("only root can change the root folder: the program was not started")
		return
	}
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "outflank"), program, 0o755); err != nil {
		t.Fatal(err)
	}
	for _, args := range [][]string{{"version"}, {"doctor"}, {"perft", "5"}} {
		c := exec.Command("/outflank", args...)
		c.Dir, c.Env = "/", []string{}
		c.SysProcAttr = &syscall.SysProcAttr{Chroot: dir}
		out, err := c.CombinedOutput()
		if err != nil || args[0] == "version" && !strings.Contains(string(out), "linux/amd64") {
			t.Errorf("outflank %s, alone: %v\n%s", strings.Join(args, " "), err, out)
		}
	}
}
