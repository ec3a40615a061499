//go:build !unix && !windows

package protocol

import "os/exec"

// A family is a program; what it has started is left to itself.
type family struct{ cmd *exec.Cmd }

func newFamily(cmd *exec.Cmd) *family { return &family{cmd} }

// started is told that the program runs.
func (*family) started() error { return nil }

// kill ends the program.
func (f *family) kill() { _ = f.cmd.Process.Kill() }
