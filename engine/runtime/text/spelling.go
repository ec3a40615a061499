package text

import (
	"cmp"
	"slices"
	"strings"
	"unicode/utf8"
)

// editDistance returns the number of letters to insert, delete, replace or swap with a neighbour to turn a
// into b. This is the optimal string alignment distance (F. Damerau, "A technique for computer detection and
// correction of spelling errors", 1964).
func editDistance(a, b string) int {
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

// maxWord is the maximum length, in bytes, of a word that is compared with names. It limits time and memory.
const maxWord = 100

// maxNear is the maximum number of suggestions.
const maxNear = 3

// near returns at most three known names that a word may stand for, the nearest first. A name is near if at
// most one letter differs, plus one for every five letters of the name, or if it begins with the word. Case
// is ignored. There are no suggestions for a word of more than 100 bytes.
func near(word string, known []string) (near []string) {
	if len(word) > maxWord {
		return nil
	}
	far := map[string]int{}
	for _, name := range known {
		if d, ok := distance(strings.ToLower(word), strings.ToLower(name)); ok {
			far[name] = d
			near = append(near, name)
		}
	}
	slices.SortStableFunc(near, func(a, b string) int { return cmp.Compare(far[a], far[b]) })
	return near[:min(len(near), maxNear)]
}

// distance returns the distance between a word and a name, and whether it is small enough for a typing error.
func distance(word, name string) (int, bool) {
	d, letters := editDistance(word, name), utf8.RuneCountInString(word)
	if letters > 2 && strings.HasPrefix(name, word) {
		return min(d, 2), true
	}
	return d, d <= 1+utf8.RuneCountInString(name)/5 && d < letters
}

// A Hint is the part of an error's text that tells the user what to do next. The error wraps it, so
// [errors.As] can find it.
type Hint string

// Error returns the text, including the punctuation before it.
func (h Hint) Error() string { return string(h) }

// Meant returns a suggestion for the end of an error text, such as ": did you mean engine?", if a word may
// stand for one of the known names. It returns "" if no name is near.
func Meant(word string, known []string) Hint {
	names := near(word, known)
	if len(names) == 0 {
		return ""
	}
	return Hint(": did you mean " + strings.Join(names, " or ") + "?")
}
