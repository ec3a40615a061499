package boards

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/outflank/outflank/cmd/outflank/internal/web/position"
	"github.com/outflank/outflank/cmd/outflank/internal/web/wire"
	"github.com/outflank/outflank/dataset"
	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/engine/notation"
	"github.com/outflank/outflank/engine/runtime/fault"
	"github.com/outflank/outflank/engine/runtime/text"
)

const (
	mostText  = notation.MaxRecord // maximum size of a text, in bytes
	mostGames = 500                // maximum number of games read from it; the rest is ignored
)

// An importBody is a text that holds games or positions.
type importBody struct {
	Text string `json:"text" doc:"games or positions in any text format that the toolkit reads, or the moves of one game; at most 1 MiB"`
	Name string `json:"name,omitempty" doc:"file name; decides the format if the text is ambiguous"`
}

// Imported is the content of a text.
type Imported struct {
	Format   string         `json:"format" doc:"name of the format, such as pgn"`
	Games    []ImportedGame `json:"games" doc:"games; a position is a game without moves; at most 500"`
	More     bool           `json:"more" doc:"whether the text may hold more games than these"`
	Problems []string       `json:"problems" doc:"errors in games that were left out, with line numbers"`
}

// An ImportedGame is a game with its data as given in the text. Missing data is "".
type ImportedGame struct {
	position.Place
	Line   int    `json:"line" doc:"line on which the game starts, from 1"`
	Black  string `json:"black" doc:"name of black's player"`
	White  string `json:"white" doc:"name of white's player"`
	Event  string `json:"event"`
	Site   string `json:"site"`
	Date   string `json:"date" doc:"date as written in the text"`
	Round  string `json:"round"`
	Result string `json:"result" doc:"result as stated, such as 47-17, +6 or 1-0, optionally with a colon and the reason for the end; * = none"`
	Score  *int   `json:"score" doc:"disc difference for black; empty squares count for the winner; null = unknown"`
	Text   string `json:"text" doc:"comment on the whole game or position"`
	Cut    string `json:"cut" doc:"why moves of the text are missing after these: the first of them breaks the rules; empty = none are missing"`

	BlackRating float64 `json:"black_rating" doc:"rating of black's player; 0 = unknown"`
	WhiteRating float64 `json:"white_rating" doc:"rating of white's player; 0 = unknown"`

	Tree   string   `json:"tree" doc:"the moves with variations: alternatives of a move follow it in parentheses" example:"f5d6(f4e3)c3"`
	Notes  []Note   `json:"notes" doc:"comments on moves, and marks on the positions after them"`
	Scores []Scored `json:"scores" doc:"values that the text states for a position"`
}

// A Note is a text's comment on a move, with the marks on the board after it.
type Note struct {
	Ply     int      `json:"ply" doc:"number of the move, from 1; 0 = the start"`
	Moves   string   `json:"moves" doc:"moves up to and including this one" example:"f5f4"`
	Comment string   `json:"comment"`
	Marks   string   `json:"marks" doc:"marked squares and arrows from square to square" example:"e3 c4f4"`
	Value   *float64 `json:"value" doc:"evaluation in discs by and for the player who moved; null = none"`
	Seconds *float64 `json:"seconds" doc:"time the move took, in seconds; null = unknown"`
}

// A Scored is a move with its value as stated in the text.
type Scored struct {
	Move  string  `json:"move" doc:"square; -- = a pass or the position itself"`
	Value float64 `json:"value" doc:"disc difference for the side to move"`
}

// importGames reads the games or positions of a text.
func importGames(_ context.Context, _ wire.None, b importBody) (Imported, error) {
	if len(b.Text) > mostText {
		return Imported{}, fault.BadInputf("the text has %d bytes, want at most %d", len(b.Text), mostText)
	}
	format, err := notation.Detect([]byte(b.Text[:min(len(b.Text), notation.DetectLen)]), b.Name)
	if err != nil {
		return Imported{}, err
	}
	in := Imported{Format: format.Name, Games: []ImportedGame{}, Problems: []string{}}
	if format.Read != nil {
		for r, err := range format.Read(strings.NewReader(b.Text)) {
			r, cut, err := legalPart(r, err)
			if !in.add(func() ImportedGame { return gameOf(r, cut) }, err) {
				break
			}
		}
	} else {
		for p, err := range format.ReadProblems(strings.NewReader(b.Text)) {
			if !in.add(func() ImportedGame { return problemOf(p) }, err) {
				break
			}
		}
	}
	switch {
	case len(in.Games) > 0:
		return in, nil
	case len(in.Problems) > 0:
		return in, fault.BadInput(errors.New(in.Problems[0]))
	}
	return in, fault.BadInputf("the text contains no games")
}

// legalPart returns a record with only the moves before its error, and why. Errors without such moves remain.
func legalPart(r notation.Record, err error) (legal notation.Record, cut string, other error) {
	e, ok := errors.AsType[*notation.Error](err)
	if !ok || e.Legal == 0 {
		return r, "", err
	}
	cut = fmt.Sprintf("only the first %s of the game could be read: %s", text.Plural(e.Legal, "move"),
		wire.Text(e))
	r.Moves = r.Moves[:e.Legal]
	r.Notes = r.Notes[:min(e.Legal, len(r.Notes))]
	return r, cut, nil
}

// add keeps a record. It returns false once there are enough.
func (in *Imported) add(game func() ImportedGame, err error) bool {
	if err != nil {
		in.Problems = append(in.Problems, wire.Text(err))
	} else {
		in.Games = append(in.Games, game())
	}
	in.More = len(in.Games)+len(in.Problems) >= mostGames
	return !in.More
}

// gameOf returns the fields of a record that the page shows.
func gameOf(r notation.Record, cut string) ImportedGame {
	row := dataset.FromRecord(r, "", 0)
	g := ImportedGame{
		Place: position.Place{Start: position.StartText(r.Start), Moves: r.Game.String()}, Line: r.Line,
		Black: r.Black, White: r.White,
		Event: r.Event, Site: r.Site, Date: r.Date, Round: r.Round,
		Result: r.Result.String(), Score: row.Result(), BlackRating: r.BlackRating, WhiteRating: r.WhiteRating,
		Cut: cut, Notes: []Note{}, Scores: []Scored{},
	}
	root := r.Tree()
	g.Tree, g.Text, root.Note.Comment = root.String(), root.Note.Comment, ""
	for moves, at := range root.All() {
		n := &at.Note
		note := Note{Ply: len(moves) / 2, Moves: moves, Comment: n.Comment, Marks: n.Marks}
		if n.HasEval {
			note.Value = &n.Eval
		}
		if n.HasTime {
			note.Seconds = &n.Seconds
		}
		if *n != (notation.Note{}) {
			g.Notes = append(g.Notes, note)
		}
	}
	return g
}

// problemOf returns the fields of a position that the page shows.
func problemOf(p notation.Problem) ImportedGame {
	g := ImportedGame{Place: position.Place{Start: position.StartText(p.Position)}, Line: p.Line,
		Text:   p.Comment,
		Result: notation.Result{}.String(), Notes: []Note{}, Scores: []Scored{}}
	for _, s := range p.Moves {
		g.Scores = append(g.Scores, Scored{s.Move.String(), s.Score})
	}
	if p.Board.Over() {
		score := p.Score(engine.Black)
		g.Score = &score
	}
	return g
}
