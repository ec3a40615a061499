package data

import (
	"encoding/csv"
	"errors"
	"io"
	"slices"
	"strings"

	"github.com/outflank/outflank/engine/runtime/durable"
	"github.com/outflank/outflank/engine/runtime/fault"
)

// maxAliases is the length of the longest file of aliases that is read, in bytes: some 300,000 players.
const maxAliases = 10 << 20

// readAliases reads the names of players by their aliases from a CSV file.
func readAliases(path string) (map[string]string, error) {
	f, err := durable.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	if info, err := f.Stat(); err != nil {
		return nil, err
	} else if info.Size() > maxAliases {
		return nil, fault.BadInputf("%s: %d bytes, want at most %d", path, info.Size(), maxAliases)
	}
	r := csv.NewReader(f)
	header, err := r.Read()
	if err != nil && !errors.Is(err, io.EOF) {
		return nil, fault.BadInputf("%s: %w", path, err)
	}
	if len(header) > 0 {
		header[0] = strings.TrimPrefix(header[0], "\ufeff") // as spreadsheets write it
	}
	if !slices.Equal(header, []string{"alias", "player"}) {
		return nil, fault.BadInputf("%s, line 1: the columns are %.80q, expected alias,player", path, header)
	}
	aliases := map[string]string{}
	for {
		row, err := r.Read()
		if errors.Is(err, io.EOF) {
			return aliases, nil
		}
		if err != nil {
			return nil, fault.BadInputf("%s: %w", path, err)
		}
		alias, player := row[0], row[1]
		line, _ := r.FieldPos(0)
		switch {
		case alias == "" || player == "":
			return nil, fault.BadInputf("%s, line %d: alias %q, player %q: expected two names", path, line, alias,
				player)
		case aliases[alias] != "" && aliases[alias] != player:
			return nil, fault.BadInputf("%s, line %d: alias %q is %q, and %q before", path, line, alias, player,
				aliases[alias])
		}
		aliases[alias] = player
	}
}
