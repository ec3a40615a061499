package cli

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// A RangesFlag is a choice of whole numbers, such as 1-5,8; nothing means all.
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

// Has tells whether n is chosen.
func (r RangesFlag) Has(n int) bool {
	return len(r) == 0 || slices.ContainsFunc(r, func(p [2]int) bool { return p[0] <= n && n <= p[1] })
}
