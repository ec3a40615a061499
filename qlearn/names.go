package qlearn

import (
	"fmt"
	"slices"
	"strings"

	"github.com/outflank/outflank/engine/runtime/text"
)

// The choices of a configuration are stored by name, which makes files readable and editable.

func nameOf[T ~uint8](x T, names []string) string {
	if int(x) < len(names) {
		return names[x]
	}
	return fmt.Sprintf("number %d", uint8(x))
}

func parseName[T ~uint8](into *T, what string, name []byte, names []string) error {
	i := slices.Index(names, string(name))
	if i < 0 {
		return fmt.Errorf("qlearn: %s %.40q: want %s%w", what, name, strings.Join(names, ", "),
			text.Meant(string(name), names))
	}
	*into = T(i)
	return nil
}

var (
	ruleNames     = []string{"q", "sarsa", "expected-sarsa", "double-q", "td", "montecarlo"}
	squashNames   = []string{"none", "tanh", "logit"}
	scheduleNames = []string{"constant", "linear", "cosine", "harmonic"}
)

// Choices returns the names of all values of the settings rule, reward, squash and schedule.
func Choices() map[string][]string {
	return map[string][]string{
		"rule": slices.Clone(ruleNames), "reward": rewardNames(), "squash": slices.Clone(squashNames),
		"schedule": slices.Clone(scheduleNames),
	}
}

// String returns the name, such as "expected-sarsa".
func (r Rule) String() string { return nameOf(r, ruleNames) }

// MarshalText writes the name.
func (r Rule) MarshalText() ([]byte, error) { return []byte(r.String()), nil }

// UnmarshalText reads the name.
func (r *Rule) UnmarshalText(text []byte) error { return parseName(r, "rule", text, ruleNames) }

// String returns "win", "discs", "tanh-discs", "clipped-discs" or a registered name.
func (r Reward) String() string { return nameOf(r, rewardNames()) }

// MarshalText writes the name.
func (r Reward) MarshalText() ([]byte, error) { return []byte(r.String()), nil }

// UnmarshalText reads the name.
func (r *Reward) UnmarshalText(text []byte) error { return parseName(r, "reward", text, rewardNames()) }

// String returns "none", "tanh" or "logit".
func (s Squash) String() string { return nameOf(s, squashNames) }

// MarshalText writes the name.
func (s Squash) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// UnmarshalText reads the name.
func (s *Squash) UnmarshalText(text []byte) error { return parseName(s, "squash", text, squashNames) }

// String returns "constant", "linear", "cosine" or "harmonic".
func (s Schedule) String() string { return nameOf(s, scheduleNames) }

// MarshalText writes the name.
func (s Schedule) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// UnmarshalText reads the name.
func (s *Schedule) UnmarshalText(text []byte) error {
	return parseName(s, "schedule", text, scheduleNames)
}
