//go:build unix

package protocol

import (
	"os/exec"
	"syscall"
)

// A family is a program and all processes that it has started.
type family struct {
	cmd *exec.Cmd
	tag string // variable in its environment, "" if environments cannot be read
}

// newFamily puts a program that is about to start into a new process group. Ctrl-C in the terminal does not
// reach the group, and killing the group ends all its processes.
func newFamily(cmd *exec.Cmd) *family {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	return &family{cmd, tagged(cmd)}
}

// started is called when the program runs.
func (*family) started() error { return nil }

// kill ends the program and all processes that it has started.
func (f *family) kill() {
	_ = syscall.Kill(-f.cmd.Process.Pid, syscall.SIGKILL)
	killTagged(f.tag)
}
