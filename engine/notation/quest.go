package notation

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
	"reflect"
	"strings"

	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/engine/runtime/text"
)

const questName = "quest"

// MaxQuest is the length of the longest file of Othello Quest that is read, in bytes: some 20,000 games.
const MaxQuest = 1 << 26

// Quest is the JSON of the site Othello Quest: a game, a list of games, or several of either one after the
// other. It can only be read. A list may be an array, or an object with an array "games", as the site returns
// for a user. The fields read are
//
//	{"id": "…", "created": "2026-05-25T10:00:00Z", "tcb": 300000, "finalStatus": "…",
//	 "players": [{"name": "…", "oldR": 1800.5}, …], "position": {"moves": [{"m": "f5"}, {"m": "-"}, …]}}
//
// Black is the first player, "-" is a pass, and an entry without "m" is a resignation or the end of the time.
// Tcb is the time of each player in milliseconds. The list that the site returns has no moves, so each of its
// games is an [*Error]; the games themselves have them. There is no specification; this description follows
// programs that read the format (flippy, Egaroucid).
var Quest = Format{
	Name: questName, About: "JSON of Othello Quest; can only be read", Extensions: []string{".json"},
	Read: readQuest, sniff: sniffQuest,
}

// A questGame is a game as JSON.
type questGame struct {
	ID           string  `json:"id"`
	Created      string  `json:"created"`
	FinalStatus  string  `json:"finalStatus"`
	Milliseconds float64 `json:"tcb"`
	Players      []struct {
		ID     string  `json:"id"`
		Name   string  `json:"name"`
		Rating float64 `json:"oldR"`
	} `json:"players"`
	Position struct {
		Moves []struct {
			Move *string `json:"m"`
		} `json:"moves"`
	} `json:"position"`
}

// sniffQuest looks for an object, or a list of objects, with the players of a game or with games.
func sniffQuest(head string) bool {
	object := strings.TrimLeft(strings.TrimPrefix(head, "["), " \t\n")
	return strings.HasPrefix(object, "{") &&
		(strings.Contains(object, `"players"`) || strings.Contains(object, `"games"`))
}

func readQuest(r io.Reader) iter.Seq2[Record, error] {
	return func(yield func(Record, error) bool) {
		data, err := io.ReadAll(io.LimitReader(newInput(r), MaxQuest+1))
		if err == nil && len(data) > MaxQuest {
			err = text.ErrTooLong
		}
		if err != nil {
			yield(Record{}, inputError(questName, err))
			return
		}
		file := string(data)
		for dec := json.NewDecoder(bytes.NewReader(data)); ; {
			var value json.RawMessage
			if err := dec.Decode(&value); err == io.EOF {
				return
			} else if err != nil {
				f := questFlaw(err, len(file))
				yield(Record{}, f.error(questName, file, 1, 1))
				return
			}
			at := int(dec.InputOffset()) - len(value)
			for _, game := range questGames(value) {
				at += strings.Index(file[at:], string(game))
				rec, f := parseQuest(game)
				rec.Line = 1 + strings.Count(file[:at], "\n")
				var err error
				if f != nil {
					f.at += at
					err = f.error(questName, file, 1, 1)
				}
				if !yield(rec, err) {
					return
				}
				at += len(game)
			}
		}
	}
}

// questGames returns the games in a value: its elements, those of its "games", or the value itself.
func questGames(value json.RawMessage) (list []json.RawMessage) {
	var object struct {
		Games *[]json.RawMessage `json:"games"`
	}
	if value[0] == '[' && json.Unmarshal(value, &list) == nil {
		return list
	}
	if json.Unmarshal(value, &object) == nil && object.Games != nil {
		return *object.Games
	}
	return []json.RawMessage{value}
}

func parseQuest(value json.RawMessage) (Record, *flaw) {
	d := newDraft(0)
	var g questGame
	if err := json.Unmarshal(value, &g); err != nil {
		return d.Record, questFlaw(err, 0)
	}
	if len(g.Players) != 2 {
		return d.Record, &flaw{want: `an object with two "players"`, err: ErrSyntax}
	}
	if len(g.Position.Moves) == 0 {
		return d.Record, &flaw{text: g.ID, want: `"moves" in its "position"; a list of games has none`,
			err: ErrSyntax}
	}
	for _, m := range g.Position.Moves {
		switch {
		case m.Move == nil:
		case *m.Move == "-":
			d.pass(anySide, 0)
		case len(*m.Move) != 2 || squareAt(*m.Move) == engine.None:
			return d.Record, &flaw{text: cut(*m.Move), want: "a square such as f5, or the pass -", err: ErrSyntax}
		default:
			d.play(squareAt(*m.Move), anySide, 0)
		}
	}
	black, white := g.Players[0], g.Players[1]
	for _, f := range []struct{ name, value string }{
		{"Site", "Othello Quest"}, {"Date", g.Created}, {"Black", cmp.Or(black.Name, black.ID)},
		{"White", cmp.Or(white.Name, white.ID)}, {"BlackElo", decimal(black.Rating)},
		{"WhiteElo", decimal(white.Rating)}, {"Id", g.ID}, {"Termination", g.FinalStatus},
		{"TimeControl", decimal(g.Milliseconds / 1000)},
	} {
		if f.value != "" && f.value != "0" {
			d.set(f.name, f.value)
		}
	}
	return d.Record, d.finish()
}

// questFlaw turns an error of package json into a flaw at its offset in the text, or at end.
func questFlaw(err error, end int) *flaw {
	f := &flaw{at: end, err: err}
	if e, ok := errors.AsType[*json.SyntaxError](err); ok {
		f.at = max(0, int(e.Offset)-1)
	}
	if e, ok := errors.AsType[*json.UnmarshalTypeError](err); ok {
		kinds := map[reflect.Kind]string{reflect.Slice: "a list", reflect.Struct: "an object",
			reflect.Float64: "a number"}
		kind := cmp.Or(kinds[e.Type.Kind()], "a text")
		f = &flaw{max(0, int(e.Offset)-1), e.Value, fmt.Sprintf("%q as %s", e.Field, kind), ErrSyntax}
		if e.Field == "" {
			f.want = `an object with two "players"`
		}
	}
	return f
}
