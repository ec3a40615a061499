package explore

// WriteIn writes a file in passes of at most so many entries.
var WriteIn = write
