//go:build !linux

package deep

// hugePages does nothing on other systems.
func hugePages([]bucket) {}
