package text

import (
	"cmp"
	"slices"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// FoldName returns a name in lower case, without accents, punctuation and repeated blanks, because these vary
// between spellings. "Préqualif d'Été" becomes "prequalif d ete".
func FoldName(name string) string {
	var b strings.Builder
	gap := false
	for _, r := range norm.NFKD.String(name) {
		switch {
		case unicode.Is(unicode.Mn, r): // an accent
		case unicode.IsLetter(r) || unicode.IsDigit(r):
			if gap && b.Len() > 0 {
				b.WriteByte(' ')
			}
			gap = false
			b.WriteString(spelled.Replace(string(unicode.ToLower(r))))
		default:
			gap = true
		}
	}
	return b.String()
}

// NameWords returns the words of a person's name, folded and in alphabetical order, because sources differ in
// the order of family and given names. "Préval, Yves" and "YVES PREVAL" have the same words. It returns ""
// for text that may not be a person's name: a single word, or other characters than letters, blanks and ,.'-.
func NameWords(name string) string {
	for _, r := range name {
		if !unicode.IsLetter(r) && !unicode.Is(unicode.Mn, r) && !strings.ContainsRune(" ,.'’-", r) {
			return ""
		}
	}
	words := strings.Fields(FoldName(name))
	if len(words) < 2 {
		return ""
	}
	slices.Sort(words)
	return strings.Join(words, " ")
}

// A NameMatch is a name that matches a query.
type NameMatch struct {
	Index    int    // index in the searched names
	Name     string // as given
	rank     int    // quality of the match
	distance int    // number of letters to change; 0 unless the rank is nearly
}

// Qualities of a match, the best first. All but the first ignore case, accents, punctuation and word order.
const (
	exact  = iota // the exact name
	same          // the same words
	within        // all words of the query are in the name
	prefix        // words of the name begin with the words of the query
	nearly        // at most one letter differs for every four letters of the query
)

// CompareMatches orders matches by quality, the best first.
func CompareMatches(a, b NameMatch) int {
	return cmp.Or(cmp.Compare(a.rank, b.rank), cmp.Compare(a.distance, b.distance))
}

// FindNames returns the names that match a query, ordered by rank, then by distance, then alphabetically.
func FindNames(query string, names []string) (list []NameMatch) {
	q := FoldName(query)
	if q == "" {
		return nil
	}
	for i, name := range names {
		rank, distance, ok := compare(q, FoldName(name))
		if name == query {
			rank = exact
		}
		if ok {
			list = append(list, NameMatch{i, name, rank, distance})
		}
	}
	slices.SortFunc(list, func(a, b NameMatch) int {
		return cmp.Or(CompareMatches(a, b), cmp.Compare(a.Name, b.Name), cmp.Compare(a.Index, b.Index))
	})
	return list
}

// compare compares two folded names.
func compare(query, name string) (rank, distance int, ok bool) {
	want, have := strings.Fields(query), strings.Fields(name)
	switch {
	case sameWords(want, have):
		return same, 0, true
	case allIn(want, have, func(w, h string) bool { return w == h }):
		return within, 0, true
	case allIn(want, have, func(w, h string) bool { return strings.HasPrefix(h, w) }):
		return prefix, 0, true
	}
	distance = wordDistance(want, have)
	return nearly, distance, distance <= (len(query)+3)/4 && distance < len(query)
}

func sameWords(a, b []string) bool {
	return slices.Equal(slices.Sorted(slices.Values(a)), slices.Sorted(slices.Values(b)))
}

// allIn reports whether each wanted word fits one of the words in have.
func allIn(want, have []string, fits func(w, h string) bool) bool {
	for _, w := range want {
		if !slices.ContainsFunc(have, func(h string) bool { return fits(w, h) }) {
			return false
		}
	}
	return true
}

// wordDistance returns the sum of the distances from each wanted word to the nearest word in have.
func wordDistance(want, have []string) (sum int) {
	for _, w := range want {
		nearest := len(w)
		for _, h := range have {
			nearest = min(nearest, editDistance(w, h))
		}
		sum += nearest
	}
	return sum
}
