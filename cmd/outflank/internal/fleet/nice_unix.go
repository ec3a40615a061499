//go:build unix

package fleet

import (
	"fmt"
	"os"
	"strconv"
	"syscall"

	"github.com/outflank/outflank/engine/runtime/fault"
)

// setNice sets the niceness of this process; 0 = no change. On Linux, each thread has its own niceness, and a
// new thread inherits the niceness of the thread that starts it.
func setNice(n int) error {
	if n < 0 || n > 19 {
		return fault.Misusef("--nice %d: want 0 to 19", n)
	}
	if n == 0 {
		return nil
	}
	if err := syscall.Setpriority(syscall.PRIO_PROCESS, 0, n); err != nil {
		return fmt.Errorf("--nice: %w", err)
	}
	threads, err := os.ReadDir("/proc/self/task")
	if err != nil {
		return nil // not Linux: niceness belongs to the process
	}
	for _, t := range threads {
		if id, err := strconv.Atoi(t.Name()); err == nil {
			_ = syscall.Setpriority(syscall.PRIO_PROCESS, id, n) // the thread may have ended
		}
	}
	return nil
}
