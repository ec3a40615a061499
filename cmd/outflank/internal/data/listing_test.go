package data

import (
	"strings"
	"testing"
)

func TestParseYears(t *testing.T) {
	for text, want := range map[string][2]int{
		"all": {1977, 2026}, "2012": {2012, 2012}, "2001-2015": {2001, 2015}, "1977-2025": {1977, 2025},
		"": {}, "ALL": {}, "2001-": {}, "0": {}, "2015-2001": {}, "1-10000": {},
	} {
		first, last, err := parseYears(text, 2026)
		if [2]int{first, last} != want || (err != nil) != (want == [2]int{}) {
			t.Errorf("%q: %d to %d, %v", text, first, last, err)
		}
	}
}

func TestListing(t *testing.T) {
	for names, want := range map[string]string{
		"":          "",
		"WTHOR.JOU": "WTHOR.JOU",
		"WTHOR.JOU WTHOR.TRN WTH_1977.wtb WTH_1978.wtb WTH_1979.wtb": "WTHOR.JOU, WTHOR.TRN, WTH_1977.wtb " +
			"to WTH_1979.wtb",
		"WTH_1977.wtb WTH_1978.wtb WTH_1980.wtb": "WTH_1977.wtb, WTH_1978.wtb, " +
			"WTH_1980.wtb",
		"WTH_1999.wtb WTH_2001.wtb WTH_2002.wtb WTH_2003.wtb WTH_2004.wtb": "WTH_1999.wtb, WTH_2001.wtb to " +
			"WTH_2004.wtb",
	} {
		if got := listing(strings.Fields(names)); got != want {
			t.Errorf("%s is listed as %q, want %q", names, got, want)
		}
	}
}
