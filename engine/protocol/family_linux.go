package protocol

import (
	"bytes"
	"crypto/rand"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
)

// tagged sets a unique environment variable for the program, which child processes inherit. The variable
// identifies processes that left the process group with setsid or as daemons. It does not identify a process
// that also clears its environment; only a container could track such a process.
func tagged(cmd *exec.Cmd) string {
	tag := "OUTFLANK_ENGINE_" + rand.Text() + "=1"
	cmd.Env = append(cmd.Environ(), tag)
	return tag
}

// killTagged kills all processes that have the variable. It repeats the search until none is left, because
// processes may start others in the meantime.
func killTagged(tag string) {
	for range 100 {
		found := false
		environments, _ := filepath.Glob("/proc/[0-9]*/environ")
		for _, path := range environments {
			found = killIf(path, tag) || found
		}
		if !found {
			return
		}
	}
}

// killIf kills the process of an environment file in /proc if the file contains the variable.
func killIf(path, tag string) bool {
	if !has(path, tag) {
		return false
	}
	pid, _ := strconv.Atoi(filepath.Base(filepath.Dir(path)))
	p, err := os.FindProcess(pid) // refers to this process, even if its number is reused
	if err != nil {
		return false
	}
	defer p.Release()
	return has(path, tag) && p.Kill() == nil
}

// has reports whether the environment file of a process contains a variable. The file of an ended process is
// empty.
func has(path, variable string) bool {
	text, err := os.ReadFile(path)
	return err == nil && bytes.Contains(append([]byte{0}, text...),
		append([]byte{0}, append([]byte(variable), 0)...))
}
