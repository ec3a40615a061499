package wire

import (
	"maps"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strings"

	"github.com/gorilla/schema"

	"github.com/outflank/outflank/engine/runtime/fault"
)

// decoder reads queries; keys that it does not know are errors, as they are in files.
var decoder = func() *schema.Decoder {
	d := schema.NewDecoder()
	d.SetAliasTag("query")
	d.IgnoreUnknownKeys(false)
	return d
}()

// inPath finds what a pattern has in braces.
var inPath = regexp.MustCompile(`\{(\w+)(?:\.\.\.)?\}`)

// ReadQuery reads the query of a request and what the path, a pattern of [http.ServeMux] without method,
// has in braces.
func ReadQuery[Q any](path string, req *http.Request) (q Q, err error) {
	values, err := url.ParseQuery(req.URL.RawQuery)
	if err != nil {
		return q, fault.Misuse(err)
	}
	for _, m := range inPath.FindAllStringSubmatch(path, -1) {
		values[m[1]] = []string{req.PathValue(m[1])}
	}
	if len(values) == 0 {
		return q, nil
	}
	if typeOf[Q]() == nil {
		return q, fault.Misusef("unknown parameter %q", slices.Sorted(maps.Keys(values))[0])
	}
	return q, explain(decoder.Decode(&q, values), values)
}

// explain names the first parameter that is wrong.
func explain(err error, values map[string][]string) error {
	if err == nil {
		return nil
	}
	list, ok := err.(schema.MultiError)
	if !ok {
		return fault.Misuse(err)
	}
	key := slices.Sorted(maps.Keys(list))[0]
	switch err := list[key].(type) {
	case schema.UnknownKeyError:
		return fault.Misusef("unknown parameter %q", key)
	case schema.ConversionError:
		return fault.Misusef("%s=%s: want a value of type %v", key, strings.Join(values[key], ","), err.Type)
	default:
		return fault.Misusef("%s: %w", key, err)
	}
}
