package explore

import (
	"fmt"
	"strconv"
	"strings"
)

// A ratingFlag is a range of ratings in Elo points, such as 1800-2100, 1800- or -2100.
type ratingFlag struct{ low, high int } // high 0 = no upper bound

func (r *ratingFlag) Type() string { return "Elo" }

func (r *ratingFlag) String() string {
	if *r == (ratingFlag{}) {
		return ""
	}
	end := ""
	if r.high > 0 {
		end = fmt.Sprint(r.high)
	}
	return fmt.Sprintf("%v-%s", r.low, end)
}

func (r *ratingFlag) Set(text string) error {
	from, to, ok := strings.Cut(text, "-")
	var bounds ratingFlag
	for _, b := range []struct {
		text string
		into *int
	}{{from, &bounds.low}, {to, &bounds.high}} {
		n, err := strconv.ParseUint(b.text, 10, 16)
		if ok = ok && (err == nil || b.text == ""); ok {
			*b.into = int(n)
		}
	}
	if !ok || bounds == (ratingFlag{}) || bounds.high > 0 && bounds.high < bounds.low {
		return fmt.Errorf("want a range of Elo points such as 1800-2100 or 1800-")
	}
	*r = bounds
	return nil
}
