package analyze

import (
	"fmt"
	"math"

	"github.com/outflank/outflank/engine/runtime/text"
)

// exactNodes estimates how many positions the exact solution of a hard position visits: what the FFO
// endgame tests #20 to #46 take, three million with 20 empty squares and fifty with 24, and 2.2 times
// as many for each more. Single positions lie up to ten times above or below.
func exactNodes(empties int) float64 { return math.Pow(10, 7.7+0.35*float64(empties-24)) }

// measuredSeconds is how long a search runs before its speed is taken for that of the rest.
const measuredSeconds = 0.5

// hoursNote says how long a number of nodes takes at a speed in nodes a second; "" if it is less
// than an hour.
func hoursNote(nodes, speed float64) string {
	hours := nodes / max(speed, 1) / 3600
	page := ""
	switch days, years := hours/24, hours/24/365; {
	case hours < 1:
		return ""
	case hours < 48:
		page = text.Plural(int(math.Round(hours)), "hour")
	case days < 730:
		page = text.Plural(int(math.Round(days)), "day")
	case years < 1e6:
		unit := math.Pow(10, max(0, math.Floor(math.Log10(years))-1)) // two digits
		page = text.Plural(int(math.Round(years/unit)*unit), "year")
	default:
		page = "millions of years"
	}
	return fmt.Sprintf("about %s at %.1f M/s", page, speed/1e6)
}
