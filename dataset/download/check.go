package download

import (
	"bytes"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/outflank/outflank/wthor"
)

// check parses a complete file. It returns the first violation of the format or mismatch with the name, as a
// *wthor.FormatError.
func check(name string, data []byte) error {
	var err error
	switch strings.ToLower(filepath.Ext(name)) {
	case ".jou":
		_, err = wthor.ReadPlayers(bytes.NewReader(data))
	case ".trn":
		_, err = wthor.ReadTournaments(bytes.NewReader(data))
	default:
		err = checkGames(name, data)
	}
	return err
}

func checkGames(name string, data []byte) error {
	r, err := wthor.NewReader(bytes.NewReader(data))
	if err != nil {
		return err
	}
	for _, err := range r.All() {
		if err != nil {
			return err
		}
	}
	return checkYear(name, r.Header().Year)
}

// checkYear compares the year in the header with the year in a name such as WTH_2001.wtb. This detects
// mirrors that send the same file for every name. A name without a year matches any year.
func checkYear(name string, year uint16) error {
	stem := strings.TrimSuffix(name, filepath.Ext(name))
	want := stem[strings.LastIndex(stem, "_")+1:]
	if n, err := strconv.Atoi(want); err != nil || n == int(year) {
		return nil
	}
	return &wthor.FormatError{
		Record: -1, Offset: 10, Field: "year", Value: strconv.Itoa(int(year)),
		Want: want + " as in the file's name", Err: wthor.ErrHeader,
	}
}
