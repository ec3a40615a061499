//go:build unix && !linux

package protocol

import "os/exec"

// tagged does nothing, because the environments of other processes cannot be read on these systems. Processes
// that leave the process group are not tracked.
func tagged(*exec.Cmd) string { return "" }

// killTagged does nothing.
func killTagged(string) {}
