package fleet

import (
	"errors"
	"fmt"
	"strings"
)

// A ParkedError is a job that failed on three workers or killed them, so that no other is tried.
type ParkedError struct {
	Job     string   // its name: the hash of its input
	Input   []byte   // the caller's
	Reasons []string // what the workers said, and that they were heard of no more
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

// ErrGone is the error of a set that a client has taken from the server, by draining it or by ending
// the same work elsewhere.
var ErrGone = errors.New("fleet: the jobs were taken from the server: it was drained, or the same work " +
	"has ended elsewhere")

// ErrRefused is the error of a request that the server refuses the holder of this token or key: those
// of workers send and take away no jobs. A connection with a wrong token, or without one, is refused too.
var ErrRefused = errors.New("the token or key that was shown does not allow it, or none was shown")

// ErrAway is the error of a server to which there is no connection.
var ErrAway = errors.New("the server does not answer")

// excerpt returns the beginning of a job for an error.
func excerpt(in []byte) string {
	if len(in) > 200 {
		return fmt.Sprintf("%q…", in[:200])
	}
	return fmt.Sprintf("%q", in)
}
