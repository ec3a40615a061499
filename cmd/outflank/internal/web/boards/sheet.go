package boards

import (
	"cmp"
	"context"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/outflank/outflank/cmd/outflank/internal/web/position"
	"github.com/outflank/outflank/cmd/outflank/internal/web/wire"
	"github.com/outflank/outflank/dataset/chart"
	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/engine/runtime/fault"
)

// A sheetQuery asks for the sheet of a game.
type sheetQuery struct {
	position.Place
	Black  string `query:"black" doc:"name of black's player"`
	White  string `query:"white" doc:"name of white's player"`
	Event  string `query:"event"`
	Date   string `query:"date"`
	Result string `query:"result" doc:"result as it is printed, such as 40-24"`
}

const (
	mostSheetText = 200   // characters
	sheetWidth    = 453.6 // points: 160 mm, the width of the text on A4 paper
)

// sheet draws the start of a game with the number of each move on its square, as players record games on
// paper.
func (p painter) sheet(ctx context.Context, q sheetQuery) (wire.File, error) {
	g, err := q.Game()
	if err != nil {
		return wire.File{}, err
	}
	d := chart.Diagram{Position: g.Start, Texts: map[engine.Square]string{}, Paper: true, Width: sheetWidth}
	for i, s := range g.Moves {
		d.Texts[s] = strconv.Itoa(i + 1)
	}
	if q.Black != "" || q.White != "" {
		d.Title = cmp.Or(q.Black, "?") + " – " + cmp.Or(q.White, "?")
	}
	var about []string
	for _, text := range []string{q.Event, q.Date, q.Result} {
		if text != "" {
			about = append(about, text)
		}
	}
	d.Subtitle = strings.Join(about, ", ")
	for _, text := range []string{d.Title, d.Subtitle} {
		if !utf8.ValidString(text) || utf8.RuneCountInString(text) > mostSheetText {
			return wire.File{}, fault.Misusef("the names and the data of a sheet: want UTF-8 of at most %d characters",
				mostSheetText)
		}
	}
	return p.draw(ctx, d, "image/svg+xml", chart.WriteSVG)
}
