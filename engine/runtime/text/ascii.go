package text

import (
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// spelled replaces letters that do not decompose into an ASCII letter and accents.
var spelled = strings.NewReplacer(
	"–", "-", "—", "-", "−", "-", "…", "...", "‘", "'", "’", "'", "“", `"`, "”", `"`,
	"·", ".", "×", "x", "±", "+/-", "≤", "<=", "≥", ">=", "→", "->", "←", "<-",
	"√", "sqrt", "∞", "inf", "½", "1/2",
	"α", "alpha", "γ", "gamma", "ε", "epsilon", "λ", "lambda", "σ", "sigma", "χ", "chi",
	"ß", "ss", "æ", "ae", "ø", "o", "Ø", "O", "ł", "l", "Ł", "L", "đ", "d", "ð", "d", "ı", "i", "œ", "oe",
	"█", "#", "▒", "=", "░", ".", "●", "X", "○", "O",
)

// ASCII converts a text for terminals that show only ASCII: é becomes e, – becomes -, and letters without
// such a form become ?.
func ASCII(text string) string {
	var out strings.Builder
	for _, r := range norm.NFKD.String(spelled.Replace(text)) {
		switch {
		case r < unicode.MaxASCII:
			out.WriteRune(r)
		case !unicode.Is(unicode.Mn, r): // not an accent
			out.WriteByte('?')
		}
	}
	return out.String()
}
