//go:build unix

package fleet

import (
	"fmt"
	"os"
	"strconv"
	"syscall"

	"github.com/outflank/outflank/engine/runtime/fault"
)

// setNice leaves the processors to others. On Linux niceness is that of a thread, and threads that
// begin later have that of the one that began them.
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
		return nil // no Linux: it is that of the process
	}
	for _, t := range threads {
		if id, err := strconv.Atoi(t.Name()); err == nil {
			_ = syscall.Setpriority(syscall.PRIO_PROCESS, id, n) // the thread may have ended
		}
	}
	return nil
}
