//go:build !linux

package deep

// hugePages does nothing where large pages cannot be asked for.
func hugePages([]bucket) {}
