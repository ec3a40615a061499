//go:build unix

package protocol

import (
	"os/exec"
	"syscall"
)

// apart gives the program a process group of its own: Ctrl-C in the terminal does
// not reach it, and killing the group ends whatever it has started.
func apart(cmd *exec.Cmd) { cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} }

// killGroup ends the program and all that it has started.
func killGroup(cmd *exec.Cmd) { _ = syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
