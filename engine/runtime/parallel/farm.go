package parallel

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
)

// A Farm opens a set of jobs that run elsewhere, such as on other machines. A job is a sequence of bytes
// whose answer is the same on every machine. The jobs of a set have common settings. A nil Farm means that
// jobs run in this process.
type Farm func(ctx context.Context, s Set) (Jobs, error)

// A Set holds the data that jobs share. An answer depends only on the bytes of the set and of the job, which
// contain no paths of this machine.
type Set struct {
	Kind     string            // name of the jobs' [Kind], whose [Opener] reads the settings
	Settings []byte            // in any encoding
	Files    map[string]string // local paths of files to send, by their names in the settings
	// Programs is set if the jobs start programs named in the settings, which not every machine permits.
	Programs bool

	// Same reports whether two answers to a job agree apart from parts that vary, such as times; nil = answers
	// must be equal. If answers vary entirely, Varies is set and they are not compared.
	Same   func(a, b []byte) bool
	Varies bool

	// Check returns an error if an answer from another machine is wrong for its input; nil = all answers are
	// accepted.
	Check func(in, answer []byte) error
	// Here returns a function that does the jobs in this process, to verify answers; nil = none. file finds
	// shared data.
	Here func(file File) (Do, error)
}

// addFile adds a file to send and returns its name in the settings. The name keeps the extension of the path,
// which determines how some files are read.
func (s *Set) addFile(path string) string {
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

// ErrPrograms is the error of an [Opener] that is not permitted to start programs.
var ErrPrograms = errors.New("it starts a program, which is not allowed here")

// Jobs is an open set of jobs.
type Jobs interface {
	// Do runs a job and returns its answer. It must be safe for concurrent use.
	Do(ctx context.Context, in []byte) ([]byte, error)
	// Share sends data for later jobs. Until the next Share, jobs get it under the returned name from the file
	// function of their [Opener].
	Share(ctx context.Context, data []byte) (name string, err error)
	// Ahead returns the suggested number of concurrent jobs.
	Ahead() int
	// Close ends a set whose answers have all been used.
	Close() error
	// Leave ends a set that a later process may continue.
	Leave()
}

// A Do is a function that does a job.
type Do = Func[[]byte, []byte]

// An Opener runs on the worker and returns the function for the jobs of a set with these settings. file
// returns the local path of a file of the set. close is called after the last use of the set; it may be nil.
type Opener = func(settings []byte, file File) (do Do, close func(), err error)

// Here returns a farm whose jobs run in this process, with the openers of their kinds. All data is encoded as
// for other machines, so tests detect lost data.
func Here(kinds map[string]Opener) Farm {
	return func(_ context.Context, s Set) (Jobs, error) {
		open, ok := kinds[s.Kind]
		if !ok {
			return nil, fmt.Errorf("no kind of job is called %q", s.Kind)
		}
		h := &here{check: s.Check}
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

// here is a set of jobs done by this process.
type here struct {
	do     Do
	check  func(in, answer []byte) error
	end    func()
	shared string // path of the shared data
	name   string
	shares int
}

func (h *here) Ahead() int   { return 2 }
func (h *here) Close() error { h.Leave(); return nil }

func (h *here) Do(ctx context.Context, in []byte) ([]byte, error) {
	answer, err := h.do(ctx, in)
	if err == nil && h.check != nil {
		err = h.check(in, answer)
	}
	return answer, err
}

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
		_ = os.Remove(h.shared) // a temporary file
	}
}
