package engine

import (
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"strconv"
	"strings"
)

// Holes says how many of the squares that are empty at the start become holes at random. The zero value is
// none. As text they are the share, "0.2" or "20%", or the probability of each square, "p=0.2"; in JSON a
// share is a number.
type Holes struct {
	Share float64 // of the empty squares, rounded to whole ones; or the probability of each: 0 to 1
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

// UnmarshalText reads what [ParseHoles] does.
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

// draw returns squares of the set: of those many that the share says each choice is equally
// likely, or each square has the probability.
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
