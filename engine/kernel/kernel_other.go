//go:build !amd64

package kernel

func vectorKernels() []Kernel { return nil }
