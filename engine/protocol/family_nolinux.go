//go:build unix && !linux

package protocol

import "os/exec"

// tagged does nothing: the environments of other processes cannot be read here. A program that
// leaves its process group is left to itself.
func tagged(*exec.Cmd) string { return "" }

// killTagged does nothing.
func killTagged(string) {}
