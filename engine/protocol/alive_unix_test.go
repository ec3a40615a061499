//go:build unix

package protocol

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
)

// alive tells whether a process group has a member that is not a zombie of somebody
// else's.
func alive(group int) bool {
	if syscall.Kill(-group, 0) != nil {
		return false
	}
	stats, _ := filepath.Glob("/proc/[0-9]*/stat")
	if len(stats) == 0 {
		return true // no /proc here
	}
	for _, path := range stats {
		text, _ := os.ReadFile(path)
		_, after, _ := strings.Cut(string(text), ") ")
		if f := strings.Fields(after); len(f) > 2 && f[0] != "Z" && f[2] == strconv.Itoa(group) {
			return true
		}
	}
	return false
}
