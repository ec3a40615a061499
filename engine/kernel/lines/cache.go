package lines

// CacheStates is the size of the report's cache: "a 150k-entry dictionary, using state pairs
// as keys".
const CacheStates = 150_000

// Cached returns the same rules with a dictionary of at most n boards and their successors. The report does
// not say what happens when the dictionary is full; here it is emptied.
func (r Rules[S]) Cached(n int) Rules[S] {
	find, known := r.Successors, make(map[S][]Successor[S], n)
	r.Successors = func(s S) []Successor[S] {
		list, ok := known[s]
		if ok {
			return list
		}
		if len(known) >= n {
			clear(known)
		}
		list = find(s)
		known[s] = list
		return list
	}
	return r
}
