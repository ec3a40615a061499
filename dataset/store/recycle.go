package store

import (
	"math/bits"
	"sync"

	"github.com/apache/arrow/go/v17/arrow/memory"
)

// A recycler is an allocator that hands out again, without clearing it, what was freed.
// It halves the time of looking through a column, most of which Arrow IPC spends on
// clearing new memory. It must not serve batches that the caller gets: a text that was
// taken from a batch would change once that is released.
type recycler struct {
	mu   sync.Mutex
	free [bits.UintSize][][]byte // with room for a power of two each
}

// Allocate implements [memory.Allocator].
func (r *recycler) Allocate(size int) []byte {
	class := bits.Len(uint(max(size, 1) - 1))
	r.mu.Lock()
	defer r.mu.Unlock()
	if n := len(r.free[class]); n > 0 {
		b := r.free[class][n-1]
		r.free[class] = r.free[class][:n-1]
		return b[:size]
	}
	return memory.DefaultAllocator.Allocate(1 << class)[:size]
}

// Reallocate implements [memory.Allocator].
func (r *recycler) Reallocate(size int, b []byte) []byte {
	if size <= cap(b) {
		return b[:size]
	}
	larger := r.Allocate(size)
	copy(larger, b)
	r.Free(b)
	return larger
}

// Free implements [memory.Allocator].
func (r *recycler) Free(b []byte) {
	if c := cap(b); c > 0 && c&(c-1) == 0 {
		class := bits.Len(uint(c)) - 1
		r.mu.Lock()
		defer r.mu.Unlock()
		r.free[class] = append(r.free[class], b)
	}
}
