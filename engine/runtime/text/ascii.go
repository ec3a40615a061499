package text

import (
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// spelled are letters that do not come apart into one of ASCII and its marks.
var spelled = strings.NewReplacer(
	"–", "-", "—", "-", "−", "-", "…", "...", "‘", "'", "’", "'", "“", `"`, "”", `"`,
	"·", ".", "×", "x", "±", "+/-", "≤", "<=", "≥", ">=", "→", "->", "←", "<-",
	"√", "sqrt", "∞", "inf", "½", "1/2",
	"α", "alpha", "γ", "gamma", "ε", "epsilon", "λ", "lambda", "σ", "sigma", "χ", "chi",
	"ß", "ss", "æ", "ae", "ø", "o", "Ø", "O", "ł", "l", "Ł", "L", "đ", "d", "ð", "d", "ı", "i", "œ", "oe",
	"█", "#", "▒", "=", "░", ".", "●", "X", "○", "O",
)

// ASCII spells a text for a terminal that has only ASCII letters: é as e, – as -, and ? for letters without
// such a spelling.
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
