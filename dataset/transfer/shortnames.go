package transfer

import (
	"cmp"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
)

// nameSources sorts the files and names each by the shortest suffix of its path that is unique.
func nameSources(files []SourceFile) {
	paths := make([]string, len(files))
	for i := range files {
		paths[i] = files[i].Path
	}
	names := shortNames(paths)
	for i := range files {
		files[i].Name = names[files[i].Path]
	}
	slices.SortStableFunc(files, func(a, b SourceFile) int { return compareNames(a.Name, b.Name) })
}

// compareNames orders the names of sources, ignoring case.
func compareNames(a, b string) int {
	return cmp.Or(strings.Compare(strings.ToLower(a), strings.ToLower(b)), strings.Compare(a, b))
}

// namesFiles returns the shortest unique suffix of each names file's path, by path.
func (s Sources) namesFiles() map[string]string {
	var paths []string
	for _, f := range s.Files {
		for _, path := range [...]string{f.Players, f.Tournaments} {
			if path != "" && !slices.Contains(paths, path) {
				paths = append(paths, path)
			}
		}
	}
	return shortNames(paths)
}

// shortNames returns the shortest unique suffix of each of several distinct paths. Paths that differ only in
// bytes that a table cannot store get a number.
func shortNames(paths []string) map[string]string {
	names := map[string]string{}
	for depth := 1; len(names) < len(paths); depth++ {
		if depth > maxDepth {
			for i, path := range paths {
				names[path] = cmp.Or(names[path], fmt.Sprintf("%s#%d", tail(path, depth), i))
			}
			break
		}
		count := map[string]int{}
		for _, path := range paths {
			if names[path] == "" {
				count[tail(path, depth)]++
			}
		}
		for _, path := range paths {
			if name := tail(path, depth); names[path] == "" && count[name] == 1 {
				names[path] = name
			}
		}
	}
	return names
}

// maxDepth exceeds the number of directories in any path.
const maxDepth = 1 << 12

// tail returns the last n elements of a path, separated by slashes.
func tail(path string, n int) string {
	if abs, err := filepath.Abs(path); err == nil {
		path = abs
	}
	parts := strings.Split(filepath.ToSlash(path), "/")
	name := strings.Join(parts[max(0, len(parts)-n):], "/")
	return strings.ToValidUTF8(name, "\uFFFD") // the form that a table can store
}
