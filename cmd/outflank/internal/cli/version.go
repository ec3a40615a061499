package cli

import (
	"fmt"
	"os"
	"runtime/debug"
	"strings"

	"github.com/outflank/outflank/engine/runtime/durable"
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
	sum, err := durable.SHA256File(path)
	version, _, _ := strings.Cut(Version(), " ")
	return fmt.Sprintf("%s (%.12s)", version, sum), err
}
