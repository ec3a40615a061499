package download

import "time"

// Progress is the progress of [Config.Fetch] with one file.
type Progress struct {
	Name     string // "WTH_2001.wtb"
	Index    int    // of the file among the names, from 0
	State    State
	Bytes    int64 // bytes of the file received so far, with earlier tries and runs
	Total    int64 // bytes of the whole file; 0 = not known
	Received int64 // bytes transferred for this file in all tries of this run

	Err  error         // why, when State is Retrying or Refused
	Wait time.Duration // until the next try, when State is Retrying
}

// A State is the state of a file.
type State string

// Fetching and Retrying may occur any number of times for a file, then one of the others once.
const (
	Fetching  State = "fetching"
	Retrying  State = "retrying"  // a try failed; the next one comes after Wait
	New       State = "new"       // the folder had no such file
	Updated   State = "updated"   // the file has replaced another version
	Unchanged State = "unchanged" // the folder has the server's version
	Missing   State = "missing"   // the server does not have the file; the folder's file stays
	Refused   State = "refused"   // the received file is invalid; the folder's file stays
)

// Final tells whether the state of the file is final.
func (s State) Final() bool { return s != Fetching && s != Retrying }
