package run

// DefaultFeatures are contents of lines and regions in six stages of the game. Of the report's
// features alone no learner of ours beats minimax(1).
const DefaultFeatures = "logistello@6"

// AsynchronousNote is what is said of training that is not reproducible.
const AsynchronousNote = "asynchronous: the result depends on timing, the same seed may give other weights"
