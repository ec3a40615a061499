package stats

import (
	"cmp"
	"slices"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// unknownPlayer tells whether a label stands for no particular player.
func unknownPlayer(label string) bool { return label == "" || label == "???" }

// Fold returns a name without what people spell differently: case, accents,
// punctuation and repeated blanks. "Préqualif d'Été" becomes "prequalif d ete".
func Fold(name string) string {
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
			b.WriteString(plain(unicode.ToLower(r)))
		default:
			gap = true
		}
	}
	return b.String()
}

// plain spells letters that Unicode does not take apart.
func plain(r rune) string {
	switch r {
	case 'ø':
		return "o"
	case 'đ', 'ð':
		return "d"
	case 'ł':
		return "l"
	case 'ß':
		return "ss"
	case 'æ':
		return "ae"
	case 'œ':
		return "oe"
	case 'ı':
		return "i"
	}
	return string(r)
}

// Distance returns how many letters must be inserted, left out, replaced or swapped
// with their neighbour to turn a into b: the optimal string alignment distance
// (F. Damerau, "A technique for computer detection and correction of spelling
// errors", 1964).
func Distance(a, b string) int {
	s, t := []rune(a), []rune(b)
	before, last, row := make([]int, len(t)+1), make([]int, len(t)+1), make([]int, len(t)+1)
	for j := range last {
		last[j] = j
	}
	for i := range s {
		row[0] = i + 1
		for j := range t {
			row[j+1] = min(last[j+1]+1, row[j]+1, last[j]+differ(s[i], t[j]))
			if i > 0 && j > 0 && s[i] == t[j-1] && s[i-1] == t[j] {
				row[j+1] = min(row[j+1], before[j-1]+1)
			}
		}
		before, last, row = last, row, before
	}
	return last[len(t)]
}

func differ(a, b rune) int {
	if a == b {
		return 0
	}
	return 1
}

// A NameMatch is a name that a query may mean.
type NameMatch struct {
	Index    int    // in the names that were searched
	Name     string // as it was given
	Distance int    // letters to change, 0 = the same but for case, accents and order of words
}

// FindNames returns the names that a query may mean, the best first: those that
// equal it, those that have its words or begin with them, and those that differ in
// a letter for each four of the query. Case, accents, punctuation and the order of
// the words do not matter. Ties are in alphabetical order.
func FindNames(query string, names []string) []NameMatch {
	type ranked struct {
		NameMatch
		rank int
	}
	var list []ranked
	q := Fold(query)
	if q == "" {
		return nil
	}
	for i, name := range names {
		if rank, distance, ok := compareNames(q, Fold(name)); ok {
			list = append(list, ranked{NameMatch{i, name, distance}, rank})
		}
	}
	slices.SortFunc(list, func(a, b ranked) int {
		return cmp.Or(cmp.Compare(a.rank, b.rank), cmp.Compare(a.Distance, b.Distance), cmp.Compare(a.Name, b.Name), cmp.Compare(a.Index, b.Index))
	})
	matches := make([]NameMatch, len(list))
	for i, r := range list {
		matches[i] = r.NameMatch
	}
	return matches
}

// compareNames compares two folded names: rank 0 equal, 1 has the words, 2 has
// words that begin so, 3 is spelt nearly so.
func compareNames(query, name string) (rank, distance int, ok bool) {
	want, have := strings.Fields(query), strings.Fields(name)
	switch {
	case sameWords(want, have):
		return 0, 0, true
	case allIn(want, have, func(w, h string) bool { return w == h }):
		return 1, 0, true
	case allIn(want, have, func(w, h string) bool { return strings.HasPrefix(h, w) }):
		return 2, 0, true
	}
	distance = wordDistance(want, have)
	return 3, distance, distance <= (len(query)+3)/4 && distance < len(query)
}

func sameWords(a, b []string) bool {
	return slices.Equal(slices.Sorted(slices.Values(a)), slices.Sorted(slices.Values(b)))
}

// allIn tells whether each wanted word fits some other one.
func allIn(want, have []string, fits func(w, h string) bool) bool {
	for _, w := range want {
		if !slices.ContainsFunc(have, func(h string) bool { return fits(w, h) }) {
			return false
		}
	}
	return true
}

// wordDistance sums the distance of each wanted word to the nearest one there is.
func wordDistance(want, have []string) (sum int) {
	for _, w := range want {
		nearest := len(w)
		for _, h := range have {
			nearest = min(nearest, Distance(w, h))
		}
		sum += nearest
	}
	return sum
}
