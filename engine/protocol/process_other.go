//go:build !unix

package protocol

import "os/exec"

// apart does nothing where there are no process groups.
func apart(*exec.Cmd) {}

// killGroup ends the program; what it has started is left to itself.
func killGroup(cmd *exec.Cmd) { _ = cmd.Process.Kill() }
