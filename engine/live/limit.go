package live

import (
	"errors"
	"strings"
	"time"
)

// A Limit is the time that each side has for a game. The zero value means no limit. As text, it is the total
// time, such as 5m, optionally followed by the time that each move adds, as in 3m+2s.
type Limit struct {
	All  time.Duration // 0 = no limit
	Each time.Duration // earned by each move, 0 or more
}

// errLimit is the error for a text that is not a limit.
var errLimit = errors.New("want a time such as 5m, or 3m+2s with two seconds for each move")

// ParseLimit parses a limit. The times have the format of [time.ParseDuration]. The total time must be
// positive.
func ParseLimit(text string) (l Limit, err error) {
	all, each, added := strings.Cut(text, "+")
	if l.All, err = time.ParseDuration(all); err == nil && added {
		l.Each, err = time.ParseDuration(each)
	}
	if err != nil || l.All <= 0 || l.Each < 0 {
		return Limit{}, errLimit
	}
	return l, nil
}

// String returns the text that [ParseLimit] parses, or "" for no limit.
func (l Limit) String() string {
	switch {
	case l.All == 0:
		return ""
	case l.Each == 0:
		return l.All.String()
	}
	return l.All.String() + "+" + l.Each.String()
}

// MarshalText returns the text of [Limit.String].
func (l Limit) MarshalText() ([]byte, error) { return []byte(l.String()), nil }

// UnmarshalText parses text as [ParseLimit] does.
func (l *Limit) UnmarshalText(text []byte) (err error) {
	*l, err = ParseLimit(string(text))
	return err
}
