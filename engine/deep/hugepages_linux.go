package deep

import (
	"syscall"
	"unsafe"
)

// hugePages asks the operating system to back a table with large pages. With small pages, half the time of a
// look-up in a 512 MB table goes into finding the page. The table also works without large pages, so errors
// are ignored.
func hugePages(b []bucket) {
	const advise = 14 // MADV_HUGEPAGE
	bytes := unsafe.Slice((*byte)(unsafe.Pointer(&b[0])), len(b)*int(unsafe.Sizeof(b[0])))
	_ = syscall.Madvise(bytes, advise)
}
