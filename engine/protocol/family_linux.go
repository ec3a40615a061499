package protocol

import (
	"bytes"
	"crypto/rand"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
)

// tagged gives the program its own environment variable, which its children inherit. The variable identifies
// processes that left the process group, by setsid or as daemons. It does not identify a process that also
// clears its environment; only a container would contain such a process.
func tagged(cmd *exec.Cmd) string {
	tag := "OUTFLANK_ENGINE_" + rand.Text() + "=1"
	cmd.Env = append(cmd.Environ(), tag)
	return tag
}

// killTagged ends all processes that have the variable. It repeats the search until none is left, because a
// process may start others meanwhile.
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

// killIf ends the process of a file in /proc if the file has the variable.
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

// has reports whether an environment has a variable. The environment of an ended process is empty.
func has(path, variable string) bool {
	text, err := os.ReadFile(path)
	return err == nil && bytes.Contains(append([]byte{0}, text...),
		append([]byte{0}, append([]byte(variable), 0)...))
}
