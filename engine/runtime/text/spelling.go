package text

import (
	"cmp"
	"slices"
	"strings"
	"unicode/utf8"
)

// editDistance returns the number of letters to insert, delete, replace or swap with their neighbour to turn
// a into b: the optimal string alignment distance (F. Damerau, "A technique for computer detection and
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

// maxWord is the length, in bytes, of the longest word that is compared with names. Time and memory grow
// with the length.
const maxWord = 100

// maxNear is the largest number of suggestions.
const maxNear = 3

// near returns the known names that a word may stand for, at most three, the nearest first. A name is near
// if it begins with the word, or if at most one letter differs, plus one for every five letters of the
// name. Case does not count. A word of more than 100 bytes stands for no name.
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

// distance returns how far a word is from a name, and whether that is near enough for a typing error.
func distance(word, name string) (int, bool) {
	d, letters := editDistance(word, name), utf8.RuneCountInString(word)
	if letters > 2 && strings.HasPrefix(name, word) {
		return min(d, 2), true
	}
	return d, d <= 1+utf8.RuneCountInString(name)/5 && d < letters
}

// A Hint is the part of an error's text that says what to do next. The error wraps it, so that [errors.As]
// finds it.
type Hint string

// Error returns the text, which begins with punctuation.
func (h Hint) Error() string { return string(h) }

// Meant returns the end of an error's text that suggests known names for a word: ": did you mean engine?"
// It is "" if no name is near.
func Meant(word string, known []string) Hint {
	names := near(word, known)
	if len(names) == 0 {
		return ""
	}
	return Hint(": did you mean " + strings.Join(names, " or ") + "?")
}
