package download

import "time"

// Progress is the progress of [Config.Fetch] on one file.
type Progress struct {
	Name     string // "WTH_2001.wtb"
	Index    int    // index among the names, from 0
	State    State
	Bytes    int64 // bytes of the file received so far, including earlier attempts and runs
	Total    int64 // size of the complete file; 0 = unknown
	Received int64 // bytes transferred for this file in all attempts of this run

	Err  error         // the reason for Retrying or Refused
	Wait time.Duration // for Retrying: time until the next attempt
}

// A State is the state of a file.
type State string

// Fetching and Retrying may occur any number of times per file, followed by exactly one of the other states.
const (
	Fetching  State = "fetching"
	Retrying  State = "retrying"  // an attempt failed; the next follows after Wait
	New       State = "new"       // the file is new in the folder
	Updated   State = "updated"   // the file replaced a different version
	Unchanged State = "unchanged" // the folder already contains the server's version
	Missing   State = "missing"   // the server does not have the file; any file in the folder stays
	Refused   State = "refused"   // the received file is invalid; any file in the folder stays
)

// Final reports whether the state is final.
func (s State) Final() bool { return s != Fetching && s != Retrying }
