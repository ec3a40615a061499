package studies

import (
	"context"
	"strings"

	"github.com/outflank/outflank/cmd/outflank/internal/web/boards"
	"github.com/outflank/outflank/cmd/outflank/internal/web/position"
	"github.com/outflank/outflank/cmd/outflank/internal/web/wire"
	"github.com/outflank/outflank/engine/notation"
)

// An exportBody asks for a study as a file.
type exportBody struct {
	Format string `json:"format" enum:"ggf,pgn,sgf,transcript,logbook" doc:"format of the file; only pgn and sgf have variations, comments and marks" example:"sgf"`
	Study  Study  `json:"study"`
}

// A Text is a text file.
type Text struct {
	Name string `json:"name" doc:"name of the file" example:"game.sgf"`
	Text string `json:"text"`
}

// export returns a study as a text file.
func export(_ context.Context, _ wire.None, b exportBody) (Text, error) {
	if err := b.Study.check(); err != nil {
		return Text{}, err
	}
	file, err := boards.Write(b.Format, b.Study.record())
	return Text{file.Name, string(file.Data)}, err
}

// root returns the moves and notes of a checked study.
func (s Study) root() *notation.Node {
	lines, _ := s.lines()
	for _, n := range s.Notes {
		lines[n.Moves].Note = notation.Note{Comment: n.Comment, Marks: n.Marks}
	}
	return lines[""]
}

// record returns a checked study as the record of a game.
func (s Study) record() notation.Record {
	root := s.root()
	root.Note.Comment = strings.TrimSpace(s.Text + "\n" + root.Note.Comment)
	r := notation.Record{Event: s.Event, Date: s.Date, Black: s.Black, White: s.White}
	r.Start, _ = position.ParseStart(s.Start)
	result, err := notation.ParseResult(s.Result)
	if r.Result = result; err != nil && s.Result != "" {
		r.Tags = []notation.Tag{{Name: "ResultText", Value: s.Result}}
	}
	r.SetTree(root)
	return r
}
