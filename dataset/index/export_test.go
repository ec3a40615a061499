package index

// BuildIn builds an index in passes of at most so many entries.
var BuildIn = build
