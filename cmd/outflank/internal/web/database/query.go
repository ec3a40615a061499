package database

import (
	"errors"
	"fmt"
	"net/url"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/outflank/outflank/dataset"
	"github.com/outflank/outflank/dataset/explore"
	"github.com/outflank/outflank/dataset/store"
	"github.com/outflank/outflank/engine/runtime/fault"
)

// A Filter selects games; an empty field matches all.
type Filter struct {
	Player     string `query:"player" doc:"part of the name of a player" example:"tamenori"`
	Opponent   string `query:"opponent" doc:"part of the name of that player's opponent" example:"tastet"`
	Black      string `query:"black" doc:"part of black's name"`
	White      string `query:"white" doc:"part of white's name"`
	Tournament string `query:"tournament" doc:"part of the tournament's name" example:"world"`
	Years      string `query:"years" doc:"a year, or the first and last year" example:"2001-2015"`
	Kind       string `query:"kind" enum:",humans,programs" doc:"humans: games between people; programs: games with at least one program"`
	Result     string `query:"result" enum:",black,white,draw" doc:"result of the game"`
	Rating     string `query:"rating" doc:"range of the two players' mean Elo rating, fitted to all games of the database; either bound may be omitted" example:"1600-1800"`
}

const (
	mostLetters = 100  // maximum length of a name in a query
	mostRating  = 9999 // Elo points
)

// filter returns the query as a filter of package explore. Its errors are misuse errors.
func (f Filter) filter() (explore.Filter, error) {
	x := explore.Filter{Filter: store.Filter{Player: f.Player, Black: f.Black, White: f.White,
		Tournament: f.Tournament}, Opponent: f.Opponent}
	for name, text := range f.values() {
		if err := checkLength(name, text[0]); err != nil {
			return x, err
		}
	}
	var err error
	if f.Years != "" {
		if err = x.SetYears(f.Years); err != nil {
			return x, fault.Misuse(fmt.Errorf("years: %w", err))
		}
	}
	if f.Kind != "" {
		if x.Kind, err = dataset.ParseKind(f.Kind); err != nil {
			return x, fault.Misuse(err)
		}
	}
	if x.Result, err = explore.ParseResult(f.Result); err != nil {
		return x, fault.Misuse(err)
	}
	if x.MinRating, x.MaxRating, err = ratings(f.Rating); err != nil {
		return x, fault.Misuse(fmt.Errorf("rating: %w", err))
	}
	return x, nil
}

// ratings reads bounds such as 1600-1800, 1600- or -1800; 0 = no bound.
func ratings(text string) (least, most int, err error) {
	if text == "" {
		return 0, 0, nil
	}
	from, to, span := strings.Cut(text, "-")
	number := func(text string) int {
		if text == "" {
			return 0
		}
		n, bad := strconv.Atoi(text)
		if bad != nil || n < 1 || n > mostRating {
			err = errors.New("want Elo points such as 1600-1800, 1600- or -1800")
		}
		return n
	}
	least, most = number(from), number(to)
	if err == nil && (!span || least == 0 && most == 0 || most > 0 && least > most) {
		err = errors.New("want Elo points such as 1600-1800, 1600- or -1800")
	}
	return least, most, err
}

// checkLength rejects a text that is too long for a name. The error is a misuse error.
func checkLength(name, text string) error {
	if n := utf8.RuneCountInString(text); n > mostLetters {
		return fault.Misuse(fmt.Errorf("%s: %d characters, want at most %d", name, n, mostLetters))
	}
	return nil
}

// values returns the filter as URL parameters, without empty ones.
func (f Filter) values() url.Values {
	v := url.Values{}
	for _, text := range []struct{ name, value string }{
		{"player", f.Player}, {"opponent", f.Opponent}, {"black", f.Black}, {"white", f.White}, {"tournament", f.Tournament},
		{"years", f.Years}, {"kind", f.Kind}, {"result", f.Result}, {"rating", f.Rating},
	} {
		if text.value != "" {
			v.Set(text.name, text.value)
		}
	}
	return v
}
