package deep

import (
	"syscall"
	"unsafe"
)

// hugePages asks the kernel to back a table by large pages. With small pages, half the time of a look-up in
// a table of 512 MB goes into finding the page. The request is optional, so errors are ignored.
func hugePages(b []bucket) {
	const advise = 14 // MADV_HUGEPAGE
	bytes := unsafe.Slice((*byte)(unsafe.Pointer(&b[0])), len(b)*int(unsafe.Sizeof(b[0])))
	_ = syscall.Madvise(bytes, advise)
}
