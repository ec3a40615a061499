package parallel

import "iter"

// Numbers yields the whole numbers from first to end-1, for jobs that are numbers.
func Numbers(first, end int) iter.Seq[int] {
	return func(yield func(int) bool) {
		for i := first; i < end && yield(i); i++ {
		}
	}
}
