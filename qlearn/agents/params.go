package agents

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/outflank/outflank/engine/runtime/fault"
	"github.com/outflank/outflank/engine/runtime/text"
	"github.com/outflank/outflank/eval"
	"github.com/outflank/outflank/eval/pattern"
)

// A Param is a parameter of a spec. If its default is true or false, it is a flag: these are its only values,
// and the key alone means true. The JSON fields are stable.
type Param struct {
	Key     string `json:"key"`
	Default string `json:"default"` // its value if the spec does not set it; "" = none
	About   string `json:"about"`
}

// isFlag reports whether the values of the parameter are true and false.
func (q Param) isFlag() bool { return q.Default == "true" || q.Default == "false" }

// CommonParams returns the parameters that all kinds of agents support.
func CommonParams() []Param { return slices.Clone(commonParams) }

var commonParams = []Param{
	{"exact", "0", "number of empty squares from which it plays perfectly"},
	{"time", "", "time limit for each move, such as 100ms"},
	{"book", "", "a file of games or openings, whose moves it plays as often as the file has them; or an opening book made by outflank book, which it plays by value; small = the book that ships"},
	{"book-drop", "0", "discs that a move of an opening book may lose against the best move, for variety"},
}

// params are the values of a spec. They store the first error.
type params struct {
	kind   Kind
	boards Boards // boards it can play on; builders narrow it
	values map[string]string
	err    error
}

// parseParams parses the part of a spec after the colon.
func parseParams(kind Kind, text string) (*params, error) {
	p := &params{kind: kind, boards: kind.boards, values: map[string]string{}}
	for text != "" {
		pair, others, _ := strings.Cut(text, ",")
		key, _, hasValue := strings.Cut(pair, "=")
		param, declared := p.declared(key)
		value, rest, err := "true", others, error(nil)
		switch {
		case hasValue:
			value, rest, err = CutValue(text[len(key)+1:])
		case !declared && kind.alone != "" && len(p.values) == 0:
			key, value, hasValue, declared = kind.alone, pair, true, true
		}
		switch {
		case err != nil:
			return nil, fmt.Errorf("%s: %w", key, err)
		case key == "" || value == "":
			return nil, fmt.Errorf("%q: want key=value", pair)
		case !declared:
			return nil, fmt.Errorf("%s has no parameter %q%w (it has: %s)", kind.Name, key, kind.meant(key),
				keys(kind.allParams()))
		case !hasValue && !param.isFlag():
			return nil, fmt.Errorf("%q: want key=value", pair)
		case p.given(key):
			return nil, fmt.Errorf("%s is given twice", key)
		}
		p.values[key], text = value, rest
	}
	return p, nil
}

// CutValue splits a value from the comma and the key=value pairs that follow it. A value that contains commas
// must be in double or single quotes. In double quotes, \" is a quote, and \\ before a quote is a backslash;
// other backslashes have no special meaning. The error names the missing closing quote, or the text after a
// closing quote. The function parses specs and other lists with the same grammar.
func CutValue(text string) (value, rest string, err error) {
	closed := true
	switch {
	case strings.HasPrefix(text, `"`):
		value, rest, closed = cutQuoted(text[1:])
	case strings.HasPrefix(text, "'"):
		value, rest, closed = strings.Cut(text[1:], "'")
	default:
		value, rest, _ = strings.Cut(text, ",")
		return value, rest, nil
	}
	rest, separated := strings.CutPrefix(rest, ",")
	switch {
	case !closed:
		return "", "", fmt.Errorf("%s: the closing quote is missing", text)
	case rest != "" && !separated:
		return "", "", fmt.Errorf(`%q follows the closing quote: want a comma, or \" for a quote inside "…"`, rest)
	}
	return value, rest, nil
}

// cutQuoted splits text at the closing double quote. As in Windows command lines, backslashes are special
// only before a quote, so paths stay unchanged.
func cutQuoted(text string) (value, rest string, closed bool) {
	for {
		before, after, found := strings.Cut(text, `"`)
		if !found {
			return value + before, "", false
		}
		plain := strings.TrimRight(before, `\`)
		slashes := len(before) - len(plain)
		value += plain + before[len(plain)+(slashes+1)/2:]
		if text = after; slashes%2 == 0 {
			return value, text, true
		}
		value += `"`
	}
}

// quoted returns key=value in a form that [CutValue] can parse.
func quoted(key, value string) string {
	if !strings.ContainsAny(value, `,"'`) {
		return key + "=" + value
	}
	parts := strings.Split(value, `"`)
	for i, part := range parts {
		parts[i] += part[len(strings.TrimRight(part, `\`)):]
	}
	return key + `="` + strings.Join(parts, `\"`) + `"`
}

// keys lists parameters with their defaults.
func keys(params []Param) string {
	var list []string
	for _, q := range params {
		list = append(list, q.String())
	}
	return strings.Join(list, ", ")
}

// String returns key=default, or the key alone.
func (q Param) String() string {
	if q.Default == "" {
		return q.Key
	}
	return q.Key + "=" + q.Default
}

// allParams returns the kind's own parameters, plus the common ones that it does not declare itself.
func (k Kind) allParams() []Param {
	list := slices.Clone(k.Params)
	for _, c := range commonParams {
		if !slices.ContainsFunc(k.Params, func(q Param) bool { return q.Key == c.Key }) {
			list = append(list, c)
		}
	}
	return list
}

// meant suggests parameters that a misspelt key may stand for.
func (k Kind) meant(key string) text.Hint {
	var known []string
	for _, q := range k.allParams() {
		known = append(known, q.Key)
	}
	return text.Meant(key, known)
}

func (p *params) declared(key string) (Param, bool) {
	list := p.kind.allParams()
	i := slices.IndexFunc(list, func(q Param) bool { return q.Key == key })
	if i < 0 {
		return Param{}, false
	}
	return list[i], true
}

// given reports whether the spec sets the key.
func (p *params) given(key string) bool { _, ok := p.values[key]; return ok }

// text returns the value of a key.
func (p *params) text(key string) string {
	q, ok := p.declared(key)
	if !ok {
		panic(p.kind.Name + " does not declare " + key)
	}
	if value, ok := p.values[key]; ok {
		return value
	}
	return q.Default
}

// number returns the value of key, which must be a number from low to high.
func (p *params) number(key string, low, high float64) float64 {
	text := p.text(key)
	x, err := strconv.ParseFloat(text, 64)
	if err != nil || !(x >= low && x <= high) {
		p.fail(fmt.Errorf("%s=%s: want a number from %v to %v", key, text, low, high))
		return low
	}
	return x
}

// integer returns the value of key, which must be a whole number from low to high. Forms such as 1e6 are
// allowed.
func (p *params) integer(key string, low, high int) int {
	return int(p.wide(key, int64(low), int64(high)))
}

// wide is integer for values that may need 64 bits.
func (p *params) wide(key string, low, high int64) int64 {
	text := p.text(key)
	x, err := strconv.ParseFloat(text, 64)
	if err != nil || x != math.Trunc(x) || x < float64(low) || x > float64(high) {
		p.fail(fmt.Errorf("%s=%s: want a whole number from %d to %d", key, text, low, high))
		return low
	}
	return int64(x)
}

// choice returns the index in words of the value of key.
func (p *params) choice(key string, words ...string) int {
	word := p.text(key)
	i := slices.Index(words, word)
	if i < 0 {
		p.fail(fmt.Errorf("%s=%s%w", key, word, cmp.Or(text.Meant(word, words),
			text.Hint(": want one of "+strings.Join(words, ", ")))))
	}
	return max(i, 0)
}

// flag reports whether the value of key is true.
func (p *params) flag(key string) bool { return p.choice(key, "false", "true") == 1 }

// duration returns the value of key, or 0 if there is none.
func (p *params) duration(key string) time.Duration {
	text := p.text(key)
	if text == "" {
		return 0
	}
	d, err := time.ParseDuration(text)
	if err != nil || d <= 0 || d > 24*time.Hour {
		p.fail(fmt.Errorf("%s=%s: want a time such as 100ms or 2s, at most 24h", key, text))
		return 0
	}
	return d
}

// model returns the model in the file that the key "model" names, or nil if the key is not set.
func (p *params) model() (*eval.Model, error) {
	path := p.text("model")
	if path == "" {
		return nil, nil
	}
	return pattern.OpenModel(path)
}

func (p *params) fail(err error) {
	if p.err == nil {
		p.err = fault.Misuse(err)
	}
}
