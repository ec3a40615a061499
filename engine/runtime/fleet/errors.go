package fleet

import (
	"errors"
	"fmt"
	"strings"
)

// A ParkedError is a dead-lettered job: it failed on three workers or killed them, and is not tried again.
type ParkedError struct {
	Job     string   // its name: the hash of its input
	Input   []byte   // the caller's
	Reasons []string // errors of the workers, or that they fell silent
}

func (e *ParkedError) Error() string {
	return fmt.Sprintf("fleet: job %s (%s): parked: %s", e.Job, excerpt(e.Input), strings.Join(e.Reasons, "; "))
}

// A DisputeError is a job that two workers answered differently: one of them is wrong.
type DisputeError struct {
	Job     string
	Input   []byte
	Workers [2]string
}

func (e *DisputeError) Error() string {
	return fmt.Sprintf("fleet: job %s (%s): workers %s and %s answered differently", e.Job, excerpt(e.Input),
		e.Workers[0], e.Workers[1])
}

// ErrGone is the error of a set that a client has removed from the server, by draining it or by ending the
// same work elsewhere.
var ErrGone = errors.New("fleet: the jobs were taken from the server: it was drained, or the same work " +
	"has ended elsewhere")

// ErrRefused is the error of a request that this token or key does not allow: those of workers cannot send or
// remove jobs.
var ErrRefused = errors.New("the token or key that was shown does not allow it")

// ErrAway is the error if there is no connection to the server.
var ErrAway = errors.New("the server does not answer")

// excerpt returns the beginning of a job for an error.
func excerpt(in []byte) string {
	if len(in) > 200 {
		return fmt.Sprintf("%q…", in[:200])
	}
	return fmt.Sprintf("%q", in)
}
