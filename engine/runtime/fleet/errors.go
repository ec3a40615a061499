package fleet

import (
	"errors"
	"fmt"
	"strings"
)

// A ParkedError reports a dead-lettered job, which failed on three workers or crashed them. It is not tried
// again.
type ParkedError struct {
	Job     string   // its name: the hash of its input
	Input   []byte   // input from the caller
	Reasons []string // the workers' errors, or that workers disappeared
}

func (e *ParkedError) Error() string {
	return fmt.Sprintf("fleet: job %s (%s): parked: %s", e.Job, excerpt(e.Input), strings.Join(e.Reasons, "; "))
}

// A WrongError reports that a worker gave a wrong answer after other answers of this worker had been
// returned.
type WrongError struct {
	Worker  Quarantine
	Used    int // number of the worker's answers that had been returned
	Wrong   int // number of these found to be wrong
	Unknown int // number of these not compared, because they are too old or from closed sets
}

func (e *WrongError) Error() string {
	text := fmt.Sprintf("fleet: worker %s was wrong: job %s: %s; of its %d answers that were used before %d "+
		"are wrong", e.Worker.Worker, e.Worker.Job, e.Worker.Why, e.Used, e.Wrong)
	if e.Unknown > 0 {
		text += fmt.Sprintf(", and %d are too long ago to be compared", e.Unknown)
	}
	return text + "; what was made with them is wrong too"
}

// ErrGone is the error of a set that a client has removed from the server, because it drained the set or
// ended the same work elsewhere.
var ErrGone = errors.New("fleet: a client removed the jobs from the server: it drained them, or the same " +
	"work ended elsewhere")

// ErrRefused is the error of a request that the token or key does not permit. Workers' tokens and keys do not
// permit sending or removing jobs. The server also refuses connections without a valid token or key if it
// requires one.
var ErrRefused = errors.New("the token or key that was shown does not allow it, or none was shown")

// ErrAway is the error of requests while there is no connection to the server.
var ErrAway = errors.New("the server does not answer")

// excerpt returns the beginning of a job for an error.
func excerpt(in []byte) string {
	if len(in) > 200 {
		return fmt.Sprintf("%q…", in[:200])
	}
	return fmt.Sprintf("%q", in)
}
