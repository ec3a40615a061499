//go:build !linux

package main

import "testing"

// startAlone starts nothing where programs for Linux do not run.
func startAlone(*testing.T, []byte) {}

// startEmulated starts nothing either.
func startEmulated(*testing.T, []byte) {}

// startInstalled starts nothing either.
func startInstalled(*testing.T, string, []byte) {}

// startIn starts nothing either.
func startIn(*testing.T, string, string, uint32) {}
