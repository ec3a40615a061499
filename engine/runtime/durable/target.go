package durable

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
)

// A target is the file to which a path leads.
type target struct {
	path   string   // of the ordinary file to replace, after all links
	stream *os.File // a device, a FIFO or a descriptor of this process; nil = an ordinary file
}

// findTarget returns the file to which a path leads. A link stays, and its file is replaced. Anything but
// an ordinary file is written to: replacing /dev/null, for example, would take it away from all other
// programs.
func findTarget(path string) (target, error) {
	if n, ok := descriptor(path); ok {
		f, err := duplicate(n, path)
		return target{path, f}, err
	}
	info, err := os.Stat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist), errors.Is(err, syscall.ENOTDIR):
		// its folder may be missing too, or be a file
		behind, err := behindLinks(path)
		return target{path: behind}, err
	case err != nil:
		return target{}, err
	case info.IsDir():
		return target{}, fmt.Errorf("%s: %w", path, errors.New("is a folder, not a file"))
	case info.Mode().IsRegular():
		behind, err := filepath.EvalSymlinks(path)
		return target{path: behind}, err
	}
	f, err := os.OpenFile(path, os.O_WRONLY, 0)
	if err != nil {
		return target{}, notMade(path, err)
	}
	return target{path, f}, nil
}

// maxLinks is how many links in a row are followed; systems have the same limit.
const maxLinks = 40

// behindLinks returns the path to which a link to a missing file leads, or the path itself.
func behindLinks(path string) (string, error) {
	for range maxLinks {
		next, err := os.Readlink(path)
		if err != nil {
			return path, nil // no link
		}
		if !filepath.IsAbs(next) {
			next = filepath.Join(filepath.Dir(path), next)
		}
		path = next
	}
	return "", fmt.Errorf("%s: too many links", path)
}

// descriptor returns the number in a path such as /dev/stdout or /dev/fd/63. Shells use such paths for
// >(…).
func descriptor(path string) (n uintptr, ok bool) {
	switch path = filepath.ToSlash(path); path {
	case "/dev/stdout":
		return 1, true
	case "/dev/stderr":
		return 2, true
	}
	for _, dir := range []string{"/dev/fd/", "/proc/self/fd/"} {
		if text, in := strings.CutPrefix(path, dir); in {
			n, err := strconv.ParseUint(text, 10, 16)
			return uintptr(n), err == nil
		}
	}
	return 0, false
}

// writeStream writes to a stream and closes it. Data written before an error stays there.
func (t target) writeStream(write func(io.Writer) error) error {
	if err := errors.Join(write(t.stream), t.stream.Close()); err != nil {
		return fmt.Errorf("%s: %w", t.path, err)
	}
	return nil
}
