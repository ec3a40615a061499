package data

import (
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/outflank/outflank/engine/runtime/durable"
	"github.com/outflank/outflank/engine/runtime/fault"
)

// maxAliases is the length of the longest file of aliases that is read, in bytes: some 300,000 players.
const maxAliases = 10 << 20

// readAliases reads the names of players by their aliases from a CSV file.
func readAliases(path string) (map[string]string, error) {
	if err := durable.CheckFile(path); err != nil {
		return nil, err
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	limited := &io.LimitedReader{R: f, N: maxAliases + 1}
	r := csv.NewReader(limited)
	bad := func(line int, format string, values ...any) error {
		return fault.BadInput(fmt.Errorf("%s, line %d: %s", path, line, fmt.Sprintf(format, values...)))
	}
	aliases := map[string]string{}
	for line := 1; ; line++ {
		fields, err := r.Read()
		if limited.N == 0 {
			return nil, bad(line, "the file is longer than %d bytes", maxAliases)
		}
		if errors.Is(err, io.EOF) && line > 1 {
			return aliases, nil
		}
		if e, ok := errors.AsType[*csv.ParseError](err); ok {
			return nil, bad(e.Line, "%v", e.Err)
		}
		if err != nil && !errors.Is(err, io.EOF) {
			return nil, err
		}
		if line == 1 {
			if len(fields) > 0 {
				fields[0] = strings.TrimPrefix(fields[0], "\ufeff") // as spreadsheets write it
			}
			if !slices.Equal(fields, []string{"alias", "player"}) {
				return nil, bad(1, "the columns are %q, expected alias,player", fields)
			}
			continue
		}
		alias, player := fields[0], fields[1]
		at, _ := r.FieldPos(0)
		switch {
		case alias == "" || player == "":
			return nil, bad(at, "alias %q, player %q: expected two names", alias, player)
		case aliases[alias] != "" && aliases[alias] != player:
			return nil, bad(at, "alias %q is %q, and %q before", alias, player, aliases[alias])
		}
		aliases[alias] = player
	}
}
