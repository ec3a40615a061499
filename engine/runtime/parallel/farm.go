package parallel

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"os"
	"path/filepath"
	"strconv"
)

// A Farm has jobs done elsewhere, such as on other machines. A job is bytes that become bytes,
// whoever does it; those of a set have settings in common. nil = there is no farm, and things are
// done here.
type Farm func(ctx context.Context, s Set) (Jobs, error)

// A Set is what jobs have in common. Its text and that of a job are all that the answer depends on:
// they name no path of this machine.
type Set struct {
	Kind     string            // of the jobs: which [Opener] reads the settings
	Settings []byte            // any form
	Files    map[string]string // paths here of files that are sent, by the names that the settings give them
	// to do the jobs starts programs that the settings name, which not every machine allows
	Programs bool

	// Same tells whether two answers to a job agree, where they hold what does not repeat, such as
	// times; nil = they are equal. Where nothing repeats, Varies is set and nothing is compared.
	Same   func(a, b []byte) bool
	Varies bool
}

// AddFile has a file sent and returns the name that the settings are to give it. It keeps the ending
// of the path, by which some files are read.
func (s *Set) AddFile(path string) string {
	for name, known := range s.Files {
		if known == path {
			return name
		}
	}
	if s.Files == nil {
		s.Files = map[string]string{}
	}
	name := strconv.Itoa(len(s.Files)) + filepath.Ext(path)
	s.Files[name] = path
	return name
}

// ErrPrograms is the error of an [Opener] that has not been allowed to start programs.
var ErrPrograms = errors.New("it starts a program, which is not allowed here")

// Jobs are an open set.
type Jobs interface {
	// Do has a job done and returns its answer. Several goroutines may call it.
	Do(ctx context.Context, in []byte) ([]byte, error)
	// Share sends data that jobs may name from now on, by the name that it returns: file of the
	// [Opener] has it until something else is shared.
	Share(ctx context.Context, data []byte) (name string, err error)
	// Ahead returns how many jobs should be under way at once.
	Ahead() int
	// Close ends a set whose answers have all been used.
	Close() error
	// Leave ends a set that somebody may take up again.
	Leave()
}

// A Do function does a job.
type Do = func(ctx context.Context, in []byte) ([]byte, error)

// An Opener returns, where jobs are done, what does those of a set with these settings. file returns
// the path there of a file of the set. close is called when the set is used no more; it may be nil.
type Opener = func(settings []byte, file func(name string) (string, error)) (do Do, close func(), err error)

// A Task is a function that is applied here, or as jobs.
type Task[In, Out any] struct {
	Here   func(context.Context, In) (Out, error)
	Encode func(In) ([]byte, error)      // writes an item as a job
	Decode func(In, []byte) (Out, error) // reads the answer to it
}

// On returns the task's function as jobs of an open set.
func (t Task[In, Out]) On(jobs Jobs) func(context.Context, In) (Out, error) {
	return func(ctx context.Context, item In) (out Out, err error) {
		job, err := t.Encode(item)
		if err != nil {
			return out, err
		}
		answer, err := jobs.Do(ctx, job)
		if err != nil {
			return out, err
		}
		return t.Decode(item, answer)
	}
}

// A Team does the items of a task.
type Team[In, Out any] struct {
	Do      func(context.Context, In) (Out, error)
	Workers int // items that should be done at once
	jobs    Jobs
}

// Open opens a set of jobs for the task; without a farm, a number of workers do it here. The caller
// ends the team.
func (t Task[In, Out]) Open(ctx context.Context, farm Farm, s Set, workers int) (*Team[In, Out], error) {
	if farm == nil {
		return &Team[In, Out]{Do: t.Here, Workers: workers}, nil
	}
	jobs, err := farm(ctx, s)
	if err != nil {
		return nil, err
	}
	return &Team[In, Out]{t.On(jobs), jobs.Ahead(), jobs}, nil
}

// End ends the work of a team and returns err, which says why it is not whole; for nil the answers of
// its jobs are no longer needed.
func (t *Team[In, Out]) End(err error) error {
	if t.jobs != nil && err == nil {
		return t.jobs.Close()
	}
	if t.jobs != nil {
		t.jobs.Leave()
	}
	return err
}

// window is how many items for each worker may be begun or done before the oldest one is: one that
// takes long, or is done twice to be verified, keeps nobody from the others.
const window = 4

// MapOn is [Map] by a team for this sequence alone.
func MapOn[In, Out any](ctx context.Context, farm Farm, s Set, workers int, seq iter.Seq[In],
	t Task[In, Out]) iter.Seq2[Out, error] {
	return func(yield func(Out, error) bool) {
		var none Out
		team, err := t.Open(ctx, farm, s, workers)
		if err != nil {
			yield(none, err)
			return
		}
		for out, err := range Map(ctx, team.Workers, window*team.Workers, seq, team.Do) {
			if !yield(out, err) || err != nil {
				_ = team.End(errLeft)
				return
			}
		}
		if err := team.End(nil); err != nil {
			yield(none, err)
		}
	}
}

// errLeft says that who ranges had enough, or an error.
var errLeft = errors.New("left")

// Here returns a farm whose jobs this process does by openers of their kinds: all goes through bytes
// as it does elsewhere, so that tests find what is lost on the way.
func Here(kinds map[string]Opener) Farm {
	return func(_ context.Context, s Set) (Jobs, error) {
		open, ok := kinds[s.Kind]
		if !ok {
			return nil, fmt.Errorf("no kind of job is called %q", s.Kind)
		}
		h := &here{}
		var err error
		h.do, h.end, err = open(s.Settings, func(name string) (string, error) {
			if path, ok := s.Files[name]; ok {
				return path, nil
			}
			if h.shared != "" && name == h.name {
				return h.shared, nil
			}
			return "", fmt.Errorf("the set has no file %q", name)
		})
		return h, err
	}
}

// here are jobs that this process does.
type here struct {
	do     Do
	end    func()
	shared string // path of what was shared, by the name
	name   string
	shares int
}

func (h *here) Do(ctx context.Context, in []byte) ([]byte, error) { return h.do(ctx, in) }
func (h *here) Ahead() int                                        { return 2 }
func (h *here) Close() error                                      { h.Leave(); return nil }

func (h *here) Share(_ context.Context, data []byte) (string, error) {
	if h.shared == "" {
		f, err := os.CreateTemp("", "shared-")
		if err != nil {
			return "", err
		}
		h.shared = f.Name()
		if err := f.Close(); err != nil {
			return "", err
		}
	}
	h.shares++
	h.name = fmt.Sprint("shared ", h.shares)
	return h.name, os.WriteFile(h.shared, data, 0o600)
}

func (h *here) Leave() {
	if h.end != nil {
		h.end()
	}
	if h.shared != "" {
		_ = os.Remove(h.shared) // a file for the time of the work
	}
}
