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

// A target is the file or stream that a path leads to.
type target struct {
	path   string   // path of the ordinary file to replace, after all links
	stream *os.File // a device, a FIFO or a descriptor of this process; nil = an ordinary file
}

// findTarget returns the target of a path, following links. Anything but an ordinary file becomes a stream,
// because replacing /dev/null, for example, would break other programs.
func findTarget(path string) (target, error) {
	if n, ok := descriptor(path); ok {
		f, err := duplicate(n, path)
		return target{path, f}, err
	}
	info, err := os.Stat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist), errors.Is(err, syscall.ENOTDIR):
		// Its folder may be missing.
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

// maxLinks is the maximum number of links followed in a row, as in operating systems.
const maxLinks = 40

// behindLinks returns the path to which a chain of links leads, or the path itself if it is not a link.
func behindLinks(path string) (string, error) {
	for range maxLinks {
		next, err := os.Readlink(path)
		if err != nil {
			return path, nil // not a link
		}
		if !filepath.IsAbs(next) {
			next = filepath.Join(filepath.Dir(path), next)
		}
		path = next
	}
	return "", fmt.Errorf("%s: too many links", path)
}

// descriptor returns the number in a path such as /dev/stdout or /dev/fd/63, which shells pass for >(…).
func descriptor(path string) (n uintptr, ok bool) {
	switch path = filepath.ToSlash(path); path {
	case "/dev/stdin":
		return 0, true
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

// writeStream writes to a stream and closes it. Bytes written before an error cannot be undone.
func (t target) writeStream(write func(io.Writer) error) error {
	if err := errors.Join(write(t.stream), t.stream.Close()); err != nil {
		return fmt.Errorf("%s: %w", t.path, err)
	}
	return nil
}
