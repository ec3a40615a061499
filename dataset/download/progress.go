package download

import "time"

// Progress is the progress of [Config.Fetch] with one file.
type Progress struct {
	Name     string // "WTH_2001.wtb"
	Index    int    // index of the file among the names, from 0
	State    State
	Bytes    int64 // bytes of the file received so far, including earlier attempts and runs
	Total    int64 // size of the whole file; 0 = unknown
	Received int64 // bytes transferred for this file in all attempts of this run

	Err  error         // the reason, if State is Retrying or Refused
	Wait time.Duration // time until the next attempt, if State is Retrying
}

// A State is the state of a file.
type State string

// Fetching and Retrying may occur any number of times for a file; then exactly one of the other states
// follows.
const (
	Fetching  State = "fetching"
	Retrying  State = "retrying"  // an attempt failed; the next one follows after Wait
	New       State = "new"       // the folder had no such file
	Updated   State = "updated"   // the file has replaced another version
	Unchanged State = "unchanged" // the folder has the server's version
	Missing   State = "missing"   // the server does not have the file; the folder's file stays
	Refused   State = "refused"   // the received file is invalid; the folder's file stays
)

// Final reports whether the state of the file is final.
func (s State) Final() bool { return s != Fetching && s != Retrying }
