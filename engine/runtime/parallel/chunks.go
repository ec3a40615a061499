package parallel

import "iter"

// A Chunk is a run of consecutive items of a sequence, or the error that ended the sequence.
type Chunk[T any] struct {
	Items []T
	Err   error
}

// Chunks splits a sequence into runs of n items, the last of which may be shorter, for [Map] when single
// items are too little work. If the sequence ends with an error, the last chunk contains the error without
// items; Chunks drops the incomplete run before it.
func Chunks[T any](seq iter.Seq2[T, error], n int) iter.Seq[Chunk[T]] {
	return func(yield func(Chunk[T]) bool) {
		var items []T
		for item, err := range seq {
			if err != nil {
				yield(Chunk[T]{Err: err})
				return
			}
			if items = append(items, item); len(items) == n {
				if !yield(Chunk[T]{Items: items}) {
					return
				}
				items = nil
			}
		}
		if len(items) > 0 {
			yield(Chunk[T]{Items: items})
		}
	}
}
