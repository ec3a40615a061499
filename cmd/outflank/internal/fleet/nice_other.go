//go:build !unix

package fleet

import (
	"github.com/outflank/outflank/engine/runtime/fault"
)

// setNice returns an error unless n is 0, because this system has no niceness.
func setNice(n int) error {
	if n != 0 {
		return fault.Misusef("--nice: not supported on this system; on Windows, use start /belownormal")
	}
	return nil
}
