package transfer

import (
	"archive/zip"
	"bufio"
	"bytes"
	"compress/bzip2"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"path"
	"path/filepath"
	"strings"

	"github.com/outflank/outflank/dataset"
	"github.com/outflank/outflank/engine/notation"
	"github.com/outflank/outflank/engine/runtime/durable"
	"github.com/outflank/outflank/engine/runtime/fault"
	"github.com/outflank/outflank/wthor"
)

// ErrArchive is wrapped if a zip file or another compressed file is damaged, or if the contents of a zip file
// are larger than any collection of games.
var ErrArchive error = fault.Kind("bad compressed file")

// Limits of a zip file, because a small file may unpack to a huge size.
const (
	maxMembers  = 10_000
	maxUnpacked = 1 << 30 // total size of all members in bytes
)

// stdinPath is the path that stands for standard input.
const stdinPath = "-"

// openers opens sources that are not files: members of zip files, identified by the path of the zip file and
// their path in it, and standard input.
type openers map[string]func() (io.ReadCloser, error)

// open opens a source.
func (o openers) open(path string) (io.ReadCloser, error) {
	if open, ok := o[path]; ok {
		return open()
	}
	return durable.Open(path)
}

// addArchive adds the game files and names files in a zip file of size bytes.
func (f *finder) addArchive(file string, in io.ReaderAt, size int64) error {
	if f.packed[filepath.Clean(file)] {
		return nil
	}
	f.packed[filepath.Clean(file)] = true
	r, err := zip.NewReader(in, size)
	if err != nil {
		return fmt.Errorf("transfer: %s: %w: %w", file, ErrArchive, err)
	}
	if err := checkArchive(r); err != nil {
		return fmt.Errorf("transfer: %s: %w: %w", file, ErrArchive, err)
	}
	for _, m := range r.File {
		name := path.Clean(strings.ReplaceAll(m.Name, `\`, "/")) // backslashes come from Windows
		ext := extension(name)
		names := ext == ".jou" || ext == ".trn"
		if !m.Mode().IsRegular() || strings.HasPrefix(path.Base(name), "._") || !names && !InFolder(name) {
			continue
		}
		if !filepath.IsLocal(filepath.FromSlash(name)) {
			return fmt.Errorf("transfer: %s: %w: its member %q is not inside", file, ErrArchive, m.Name)
		}
		inside := filepath.Join(file, filepath.FromSlash(name))
		if _, ok := f.open[inside]; ok {
			return fmt.Errorf("transfer: %s: %w: it has two members %q", file, ErrArchive, name)
		}
		f.open[inside] = func() (io.ReadCloser, error) { return openMember(m, inside) }
		if names {
			dir := filepath.Dir(inside)
			f.inside[dir] = append(f.inside[dir], inside)
		} else if err := f.addFile(inside, m.FileInfo()); err != nil {
			return err
		}
	}
	return nil
}

func checkArchive(r *zip.Reader) error {
	if len(r.File) > maxMembers {
		return fmt.Errorf("it has %d members, want at most %d", len(r.File), maxMembers)
	}
	var total uint64
	for _, m := range r.File {
		// The addend is limited, so the sum cannot overflow.
		if total += min(m.UncompressedSize64, maxUnpacked+1); total > maxUnpacked {
			return fmt.Errorf("its members have more than %d bytes", maxUnpacked)
		}
	}
	return nil
}

// openMember opens a member. The reader of package zip returns an error if there is more data than the
// directory states, so the checked sizes hold.
func openMember(m *zip.File, name string) (io.ReadCloser, error) {
	r, err := m.Open()
	if err != nil {
		return nil, fmt.Errorf("%s: %w: %w", name, ErrArchive, err)
	}
	return member{r}, nil
}

// A member is a file in a zip file, or a compressed file. Read errors are the fault of the compression.
type member struct{ io.ReadCloser }

func (m member) Read(p []byte) (int, error) {
	n, err := m.ReadCloser.Read(p)
	if err != nil && err != io.EOF {
		err = fmt.Errorf("%w: %w", ErrArchive, err)
	}
	return n, err
}

// decompressor returns a function that opens a compressed file, or nil if a file that starts with head is not
// compressed with gzip or bzip2.
func decompressor(head []byte) func(io.Reader) (io.Reader, error) {
	switch {
	case strings.HasPrefix(string(head), "\x1f\x8b"):
		return func(r io.Reader) (io.Reader, error) { return gzip.NewReader(r) }
	case strings.HasPrefix(string(head), "BZh"):
		return func(r io.Reader) (io.Reader, error) { return bzip2.NewReader(r), nil }
	}
	return nil
}

// openCompressed opens a compressed file. It is decompressed while it is read, so its length does not matter.
func openCompressed(path string, decompress func(io.Reader) (io.Reader, error)) (io.ReadCloser, error) {
	file, err := durable.Open(path)
	if err != nil {
		return nil, err
	}
	r, err := decompress(bufio.NewReaderSize(file, 1<<16))
	if err != nil {
		file.Close()
		return nil, fmt.Errorf("%s: %w: %w", path, ErrArchive, err)
	}
	return member{struct {
		io.Reader
		io.Closer
	}{r, file}}, nil
}

// unpacked returns the name of a file without the extension of its compression.
func unpacked(name string) string {
	if ext := extension(name); ext == ".gz" || ext == ".bz2" {
		return name[:len(name)-len(ext)]
	}
	return name
}

// reopened is a file that is opened for each read, so that no file stays open while the sources are in use.
// Reads take kilobytes, and opening takes microseconds.
type reopened string

func (r reopened) ReadAt(p []byte, at int64) (int, error) {
	f, err := durable.Open(string(r))
	if err != nil {
		return 0, err
	}
	defer f.Close()
	return f.ReadAt(p, at)
}

// packedNames returns the names files of a kind that are nearest to a game file in a zip file: in its
// directory, or else in the nearest directory above.
func (f *finder) packedNames(game, ext string) (list []string) {
	for dir := filepath.Dir(game); len(list) == 0 && dir != filepath.Dir(dir); dir = filepath.Dir(dir) {
		for _, path := range f.inside[dir] {
			if extension(path) == ext {
				list = append(list, path)
			}
		}
	}
	return list
}

// isArchive reports whether a file that starts with head is a zip file, even an empty one.
func isArchive(head []byte) bool {
	return strings.HasPrefix(string(head), "PK\x03\x04") || strings.HasPrefix(string(head), "PK\x05\x06")
}

// addStdin adds standard input, which can be read only once.
func (f *finder) addStdin() error {
	if f.seen[stdinPath] || f.packed[stdinPath] {
		return nil
	}
	in := bufio.NewReaderSize(f.stdin, 1<<16)
	head, err := in.Peek(notation.DetectLen)
	if err != nil && err != io.EOF {
		return fmt.Errorf("transfer: standard input: %w", err)
	}
	s := SourceFile{Path: stdinPath}
	if wthor.KindOf("", head, -1) != wthor.KindGames {
		if isArchive(head) {
			return f.addStdinArchive(in)
		}
		format, err := textFormat(head, "")
		if err != nil {
			return fmt.Errorf("transfer: standard input: %w: expected a game file of WTHOR or games as text: %w",
				dataset.ErrNoSources, err)
		}
		s.Format = format
	}
	f.open[stdinPath] = func() (io.ReadCloser, error) {
		if in == nil {
			return nil, errors.New("standard input was read before")
		}
		r := in
		in = nil
		return io.NopCloser(r), nil
	}
	f.seen[stdinPath] = true
	f.files = append(f.files, s)
	return nil
}

// addStdinArchive adds a zip file from standard input. Its directory is at the end, so the whole file is kept
// in memory.
func (f *finder) addStdinArchive(in io.Reader) error {
	packed, err := io.ReadAll(io.LimitReader(in, maxUnpacked+1))
	if err != nil {
		return fmt.Errorf("transfer: standard input: %w", err)
	}
	if len(packed) > maxUnpacked {
		return fmt.Errorf("transfer: standard input: %w: it has more than %d bytes", ErrArchive, maxUnpacked)
	}
	return f.addArchive(stdinPath, bytes.NewReader(packed), int64(len(packed)))
}
