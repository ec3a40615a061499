package root

import (
	"cmp"
	"runtime"
	"runtime/debug"
	"strings"

	"github.com/spf13/cobra"

	"github.com/outflank/outflank/cmd/outflank/internal/cli"
	"github.com/outflank/outflank/engine/kernel"
)

func versionCommand(a *cli.App) *cobra.Command {
	var asJSON bool
	c := &cobra.Command{
		Use:   "version",
		Short: "Show the version, the commit, the build and the kernel in use",
		Long: `Version shows the sources that this program was built from, and the kernel: the
implementation of the rules that it has chosen for this processor. "outflank licenses"
lists the modules in the program.`,
		Example: `  outflank version
  outflank version --json`,
		Args: cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			v := describe(debug.ReadBuildInfo())
			return a.Report(asJSON, v, func() { v.print(a) })
		},
	}
	cli.AddJSON(c, &asJSON, "print the version as JSON", version{})
	return c
}

// A version is the result of version; its JSON fields are stable.
type version struct {
	Version  string            `json:"version"`            // of the module, such as v0.1.0
	Commit   string            `json:"commit,omitempty"`   // git hash, if the program was built from a checkout
	Time     string            `json:"time,omitempty"`     // of the commit, as RFC 3339
	Modified bool              `json:"modified"`           // the checkout had uncommitted changes
	Go       string            `json:"go"`                 // version of the compiler
	System   string            `json:"system"`             // such as linux/amd64
	Level    string            `json:"level,omitempty"`    // processor level that it was built for, such as v1
	Kernel   string            `json:"kernel"`             // used on this processor, see [kernel.Kernels]
	Kernels  []string          `json:"kernels"`            // all kernels for this processor, the fastest first
	Settings map[string]string `json:"settings,omitempty"` // all build settings, see [debug.BuildSetting]
}

// describe returns the version from the program's build information, if there is any.
func describe(info *debug.BuildInfo, ok bool) version {
	v := version{
		Version: "unknown", Go: runtime.Version(), System: runtime.GOOS + "/" + runtime.GOARCH,
		Kernel: kernel.Name(), Settings: map[string]string{},
	}
	for _, k := range kernel.Kernels() {
		v.Kernels = append(v.Kernels, k.Name)
	}
	if !ok {
		return v
	}
	v.Version = cmp.Or(info.Main.Version, v.Version)
	for _, s := range info.Settings {
		v.Settings[s.Key] = s.Value
	}
	v.Commit, v.Time = v.Settings["vcs.revision"], v.Settings["vcs.time"]
	v.Modified = v.Settings["vcs.modified"] == "true"
	v.Level = cmp.Or(v.Settings["GOAMD64"], v.Settings["GOARM64"])
	return v
}

func (v version) print(a *cli.App) {
	commit := cmp.Or(v.Commit, "unknown")
	if day, _, ok := strings.Cut(v.Time, "T"); ok {
		commit += " of " + day
	}
	if v.Modified {
		commit += ", with changes"
	}
	t := a.Table()
	t.Row("outflank", v.Version)
	t.Row("commit", commit)
	t.Row("system", strings.TrimSpace(v.System+" "+v.Level))
	t.Row("compiler", v.Go+v.options())
	t.Row("kernel", v.Kernel+" of "+strings.Join(v.Kernels, ", "))
	t.Flush()
}

// options returns the build settings that change the program's behaviour or speed.
func (v version) options() string {
	text := ""
	for _, key := range []string{"CGO_ENABLED", "GOEXPERIMENT", "-tags", "-race", "-trimpath", "-ldflags"} {
		if value := v.Settings[key]; value != "" {
			text += " " + key + "=" + value
		}
	}
	return text
}
