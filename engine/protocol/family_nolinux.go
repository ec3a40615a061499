//go:build unix && !linux

package protocol

import "os/exec"

// tagged does nothing: the environments of other processes cannot be read here. Programs that leave their
// process group are not tracked.
func tagged(*exec.Cmd) string { return "" }

// killTagged does nothing.
func killTagged(string) {}
