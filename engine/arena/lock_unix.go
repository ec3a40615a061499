//go:build unix && !aix && !solaris

package arena

import (
	"errors"
	"os"
	"syscall"
)

// lock keeps other processes from writing a journal until the file is closed, which
// also a kill does.
func lock(f *os.File) error {
	err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
	if errors.Is(err, syscall.EWOULDBLOCK) {
		return ErrJournalInUse
	}
	return err
}
