package download

import "time"

// Progress is what Fetch yields: how far it is with one file.
type Progress struct {
	Name     string // "WTH_2001.wtb"
	Index    int    // of the file among the names, from 0
	State    State
	Bytes    int64 // of the file that are here, those of earlier tries and runs included
	Total    int64 // bytes of the whole file; 0 = not known
	Received int64 // bytes that came over the line for this file, all tries of this run together

	Err  error         // why, when State is Retrying or Refused
	Wait time.Duration // until the next try, when State is Retrying
}

// A State says where a file stands.
type State string

// Fetching and Retrying may come any number of times for a file, then one of the
// others once.
const (
	Fetching  State = "fetching"
	Retrying  State = "retrying"  // a try failed; the next one comes after Wait
	New       State = "new"       // there was no such file in the folder
	Updated   State = "updated"   // the file has replaced another version
	Unchanged State = "unchanged" // the folder has what the server has
	Missing   State = "missing"   // the server does not have the file; what the folder has stays
	Refused   State = "refused"   // what came is no such file; what the folder has stays
)

// Final tells whether nothing more follows about the file.
func (s State) Final() bool { return s != Fetching && s != Retrying }
