package engine

import (
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"strconv"
	"strings"
)

// Holes sets how many of the squares that are empty at the start become holes, chosen at random. The zero
// value means none. As text, Holes is a share, "0.2" or "20%", or a probability for each square, "p=0.2". In
// JSON, a share is a number.
type Holes struct {
	Share float64 // share of the empty squares, rounded to a whole number, or the probability of each: 0 to 1
	Each  bool    // each square becomes a hole independently, so the number of holes varies
}

// ParseHoles reads a share or a probability as text. It does not check the range.
func ParseHoles(text string) (h Holes, err error) {
	number, each := strings.CutPrefix(text, "p=")
	number, percent := strings.CutSuffix(number, "%")
	if h.Share, err = strconv.ParseFloat(number, 64); err != nil {
		return Holes{}, fmt.Errorf("%.40q: want a share of the empty squares, such as 0.2 or 20%%, or the "+
			"probability of each, p=0.2", text)
	}
	if percent {
		h.Share /= 100
	}
	h.Each = each
	return h, nil
}

// String returns the text that [ParseHoles] reads: "0.2", "p=0.2".
func (h Holes) String() string {
	text := strconv.FormatFloat(h.Share, 'g', -1, 64)
	if h.Each {
		return "p=" + text
	}
	return text
}

// MarshalText returns the text of [Holes.String].
func (h Holes) MarshalText() ([]byte, error) { return []byte(h.String()), nil }

// UnmarshalText parses text as [ParseHoles] does.
func (h *Holes) UnmarshalText(text []byte) (err error) {
	*h, err = ParseHoles(string(text))
	return err
}

// MarshalJSON returns a share as a number and a probability as text.
func (h Holes) MarshalJSON() ([]byte, error) {
	if h.Each {
		return json.Marshal(h.String())
	}
	return json.Marshal(h.Share)
}

// UnmarshalJSON reads a number, which is a share, or text.
func (h *Holes) UnmarshalJSON(text []byte) error {
	if len(text) == 0 || text[0] != '"' {
		*h = Holes{}
		return json.Unmarshal(text, &h.Share)
	}
	var s string
	if err := json.Unmarshal(text, &s); err != nil {
		return err
	}
	return h.UnmarshalText([]byte(s))
}

// draw returns random squares of the set. With a share, it draws a fixed number of squares, and every choice
// of that many is equally likely. With a probability, it includes each square independently.
func (h Holes) draw(set Set, rng *rand.Rand) (drawn Set) {
	if !h.Each {
		return set.draw(int(math.Round(h.Share*float64(set.Len()))), rng)
	}
	for s := range set.All() {
		if rng.Float64() < h.Share {
			drawn |= s.Set()
		}
	}
	return drawn
}
