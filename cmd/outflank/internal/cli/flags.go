package cli

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/outflank/outflank/engine/deep"
	"github.com/outflank/outflank/engine/runtime/fault"
	"github.com/outflank/outflank/qlearn/agents"
)

// FlagError returns err, with the name of the flag if it is about a setting.
func FlagError(err error) error {
	if bad, ok := err.(*fault.SettingError); ok {
		flag := strings.ReplaceAll(bad.Setting, "_", "-")
		return fmt.Errorf("--%w", &fault.SettingError{Setting: flag, Value: bad.Value, Err: bad.Err})
	}
	return err
}

// BadValue returns the error for a flag's value. If err is about parsing a number, BadValue names the
// expected type in plain words instead of the Go type ("int").
func BadValue(flag, value, kind string, err error) error {
	if _, number := errors.AsType[*strconv.NumError](err); !number {
		return err
	}
	want := map[string]string{
		"int": "a whole number", "uint64": "a whole number, 0 or more", "float64": "a number",
		"bool": "true or false",
	}[kind]
	switch {
	case want == "":
		return fmt.Errorf("--%s %s: %w", flag, value, err)
	case errors.Is(err, strconv.ErrRange):
		return fmt.Errorf("--%s %s: too large: want %s that fits 64 bits", flag, value, want)
	}
	return fmt.Errorf("--%s %s: want %s", flag, value, want)
}

// RefuseFlags returns a misuse error that names flags that the user gave but must not. The allowed flags and
// [FleetFlags] are exempt. The error includes the reason. Every command with --resume uses it to refuse flags
// whose values come from the resumed state:
//
//	cli.RefuseFlags(c.Flags(), "--resume takes the settings from the folder", "resume", "workers", "json")
func RefuseFlags(f *pflag.FlagSet, why string, allowed ...string) error {
	var bad []string
	f.Visit(func(f *pflag.Flag) {
		if !slices.Contains(allowed, f.Name) && !slices.Contains(FleetFlags, f.Name) {
			bad = append(bad, "--"+f.Name)
		}
	})
	if len(bad) == 0 {
		return nil
	}
	return fault.Misusef("%s: %s", strings.Join(bad, ", "), why)
}

// CheckTop checks --top, the number of rows to print.
func CheckTop(top int) error {
	if top < 0 {
		return fault.Misusef("--top %d: want 0 or more", top)
	}
	return nil
}

// AddWorkersFlag adds --workers, which must be 0 to 1024.
func AddWorkersFlag(c *cobra.Command, workers *int, what string) {
	c.Flags().Var((*WorkersFlag)(workers), "workers", what+"; 0 = one per processor")
}

// A WorkersFlag is a number of goroutines or threads, 0 to 1024.
type WorkersFlag int

func (w *WorkersFlag) Type() string { return "int" }

func (w *WorkersFlag) String() string { return fmt.Sprint(int(*w)) }

func (w *WorkersFlag) Set(text string) error {
	var n int
	if _, err := fmt.Sscan(text, &n); err != nil || n < 0 || n > 1024 {
		return fmt.Errorf("want 0 to 1024")
	}
	*w = WorkersFlag(n)
	return nil
}

// A RangesFlag is a set of whole numbers, such as 1-5,8; empty means all.
type RangesFlag [][2]int

func (r *RangesFlag) Type() string { return "numbers" }

func (r *RangesFlag) String() string {
	var parts []string
	for _, p := range *r {
		if p[0] == p[1] {
			parts = append(parts, strconv.Itoa(p[0]))
			continue
		}
		parts = append(parts, fmt.Sprintf("%d-%d", p[0], p[1]))
	}
	return strings.Join(parts, ",")
}

func (r *RangesFlag) Set(text string) error {
	var list RangesFlag
	for part := range strings.SplitSeq(text, ",") {
		low, high, found := strings.Cut(part, "-")
		if !found {
			high = low
		}
		a, err1 := strconv.Atoi(strings.TrimSpace(low))
		b, err2 := strconv.Atoi(strings.TrimSpace(high))
		if err1 != nil || err2 != nil || a < 0 || b < a {
			return fmt.Errorf("%q: want numbers and ranges such as 1-5,8", part)
		}
		list = append(list, [2]int{a, b})
	}
	*r = list
	return nil
}

// Has reports whether n is chosen.
func (r RangesFlag) Has(n int) bool {
	return len(r) == 0 || slices.ContainsFunc(r, func(p [2]int) bool { return p[0] <= n && n <= p[1] })
}

// Beyond returns the ranges that begin after n.
func (r RangesFlag) Beyond(n int) RangesFlag {
	return slices.DeleteFunc(slices.Clone(r), func(p [2]int) bool { return p[0] <= n })
}

// A bytesFlag is an amount of memory.
type bytesFlag int

func (b *bytesFlag) Type() string { return "memory" }

func (b *bytesFlag) String() string {
	if n := int(*b); n%(1<<30) == 0 {
		return fmt.Sprintf("%dG", n>>30)
	} else if n%(1<<20) == 0 {
		return fmt.Sprintf("%dM", n>>20)
	}
	return fmt.Sprintf("%dK", int(*b)>>10)
}

func (b *bytesFlag) Set(text string) error {
	n, err := agents.ParseBytes(text)
	if err == nil {
		*b = bytesFlag(n)
	}
	return err
}

// A levelFlag is a confidence.
type levelFlag deep.Level

func (l *levelFlag) Type() string { return "percent" }

func (l *levelFlag) String() string { return strconv.Itoa(deep.Level(*l).Percent()) }

func (l *levelFlag) Set(text string) error {
	level, err := deep.ParseLevel(text)
	if err == nil {
		*l = levelFlag(level)
	}
	return err
}

// AddHashFlag adds --hash.
func AddHashFlag(c *cobra.Command, bytes *int, what string) {
	c.Flags().Var((*bytesFlag)(bytes), "hash", what+", such as 64M or 1G")
}

// AddLevelFlag adds --selectivity.
func AddLevelFlag(c *cobra.Command, level *deep.Level, what string) {
	c.Flags().Var((*levelFlag)(level), "selectivity", what+": 45, 50, 73, 87, 95, 98, 99 or 100")
}
