package cli

import (
	"crypto/sha256"
	"fmt"
	"io"
	"os"
	"runtime/debug"
	"strings"
)

// Version is the module's version or the commit it was built from.
func Version() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "unknown"
	}
	v := info.Main.Version
	for _, s := range info.Settings {
		if s.Key == "vcs.revision" {
			v += " " + s.Value
		}
	}
	return v
}

// Build identifies this program: the version, and the beginning of the SHA-256 of its file, which
// holds the models that ship. Two programs of one build give the same answers to the same questions.
// Programs of one version for different processors are different builds: where a processor
// multiplies and adds in one step the last digits differ.
func Build() (string, error) {
	path, err := os.Executable()
	if err != nil {
		return "", err
	}
	f, err := os.Open(path)
	if err != nil {
		return "", err
	}
	defer f.Close()
	sum := sha256.New()
	if _, err := io.Copy(sum, f); err != nil {
		return "", err
	}
	version, _, _ := strings.Cut(Version(), " ")
	return fmt.Sprintf("%s (%x)", version, sum.Sum(nil)[:6]), nil
}
