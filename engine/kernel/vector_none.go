//go:build !goexperiment.simd || !amd64

package kernel

func vectorKernels() []Kernel { return nil }
