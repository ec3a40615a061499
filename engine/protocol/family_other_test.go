//go:build !linux

package protocol

// daemon does nothing where no test asks for one.
func daemon() {}
