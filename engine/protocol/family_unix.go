//go:build unix

package protocol

import (
	"os/exec"
	"syscall"
)

// A family is a program and all processes that it has started.
type family struct {
	cmd *exec.Cmd
	tag string // in its environment, "" if environments cannot be read
}

// newFamily gives a program its own process group before the start. Ctrl-C in the terminal does not reach it,
// and killing the group ends all processes in it.
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
