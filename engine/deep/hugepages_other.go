//go:build !linux

package deep

// hugePages does nothing on systems without such requests.
func hugePages([]bucket) {}
