//go:build !unix && !windows

package protocol

import "os/exec"

// A family is a program. Processes that it starts are not tracked.
type family struct{ cmd *exec.Cmd }

func newFamily(cmd *exec.Cmd) *family { return &family{cmd} }

// started is called when the program runs.
func (*family) started() error { return nil }

// kill ends the program.
func (f *family) kill() { _ = f.cmd.Process.Kill() }
