package fault

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
)

// missingInput reports whether err means that an input file is missing or a folder, or that an input folder
// is a file. Errors from creating files do not count.
func missingInput(err error) bool {
	p, ok := errors.AsType[*fs.PathError](err)
	return ok && (isMissing(p) || isFolderError(p) || isFileError(p))
}

// isMissing reports whether a file or folder to read is missing.
func isMissing(p *fs.PathError) bool {
	return (p.Op == "open" || p.Op == "stat" || p.Op == "lstat") && errors.Is(p, fs.ErrNotExist)
}

// isFolderError reports whether a file was expected but is a folder.
func isFolderError(p *fs.PathError) bool {
	return (p.Op == "open" || p.Op == "read") && errors.Is(p, syscall.EISDIR)
}

// isFileError reports whether a folder was expected but is a file.
func isFileError(p *fs.PathError) bool {
	return p.Op != "mkdir" && errors.Is(p, syscall.ENOTDIR)
}

// Text returns the message of err for the user. It replaces the operating system's messages about missing
// files and folders, and about files in place of folders or vice versa, with texts that are the same on
// all systems.
func Text(err error) string {
	p, ok := errors.AsType[*fs.PathError](err)
	switch {
	case ok && isMissing(p):
		return inWords(err, p, "no file or folder "+p.Path)
	case ok && isFolderError(p):
		return inWords(err, p, p.Path+" is a folder, want a file")
	case ok && isFileError(p):
		return inWords(err, p, fileAbove(p.Path)+" is a file, want a folder")
	}
	return err.Error()
}

// inWords returns the text of err, which wraps p. It replaces the text of p with words, and mentions the
// path only once.
func inWords(err error, p *fs.PathError, words string) string {
	return strings.NewReplacer(p.Path+": "+p.Error(), words, p.Error(), words).Replace(err.Error())
}

// fileAbove returns the part of a path that is a file where a folder is expected.
func fileAbove(path string) string {
	for p := path; p != filepath.Dir(p); p = filepath.Dir(p) {
		if info, err := os.Stat(p); err == nil && !info.IsDir() {
			return p
		}
	}
	return path
}
