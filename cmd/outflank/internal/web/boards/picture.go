package boards

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"io"
	"strings"
	"unicode/utf8"

	"github.com/outflank/outflank/cmd/outflank/internal/web/position"
	"github.com/outflank/outflank/cmd/outflank/internal/web/wire"
	"github.com/outflank/outflank/dataset/chart"
	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/engine/runtime/fault"
)

// A pictureQuery asks for a picture of a position.
type pictureQuery struct {
	position.Place
	Size   int    `query:"size" doc:"width in pixels, 200 to 1200; 0 = 600" minimum:"0" maximum:"1200" example:"480"`
	Values string `query:"values" doc:"labels on empty squares, best square first, such as f5:+2,d6:-1; at most four characters each" example:"f5:+2,d6:-1"`
}

const (
	usualSize, leastSize, mostSize = 600, 200, 1200 // pixels
	picturesAtOnce                 = 2              // pictures drawn concurrently; each takes several megabytes
)

// Pixels per point in each format.
const (
	svgPixels = 96.0 / 72
	pngPixels = 192.0 / 72 // the resolution of package chart
)

// A painter draws pictures, a few at a time.
type painter chan struct{}

func (p painter) svg(ctx context.Context, q pictureQuery) (wire.File, error) {
	return p.paint(ctx, q, "image/svg+xml", svgPixels, chart.WriteSVG)
}

func (p painter) png(ctx context.Context, q pictureQuery) (wire.File, error) {
	return p.paint(ctx, q, "image/png", pngPixels, chart.WritePNG)
}

func (p painter) paint(ctx context.Context, q pictureQuery, media string, pixels float64,
	write func(io.Writer, chart.Chart) error) (wire.File, error) {
	d, err := q.diagram(pixels)
	if err != nil {
		return wire.File{}, err
	}
	return p.draw(ctx, d, media, write)
}

// draw draws a chart when no others are being drawn.
func (p painter) draw(ctx context.Context, d chart.Chart, media string,
	write func(io.Writer, chart.Chart) error) (wire.File, error) {
	select {
	case p <- struct{}{}:
		defer func() { <-p }()
	case <-ctx.Done():
		return wire.File{}, ctx.Err()
	}
	var data bytes.Buffer
	if err := write(&data, d); err != nil {
		return wire.File{}, err
	}
	return wire.File{Media: media, Data: data.Bytes()}, nil
}

// diagram returns the diagram for the query. Its errors are misuse errors.
func (q pictureQuery) diagram(pixels float64) (d chart.Diagram, err error) {
	q.Size = cmp.Or(q.Size, usualSize)
	if q.Size < leastSize || q.Size > mostSize {
		return d, fault.Misusef("size=%d: want %d to %d", q.Size, leastSize, mostSize)
	}
	g, at, err := q.End()
	if err != nil {
		return d, err
	}
	d.Position, d.Width = at, float64(q.Size)/pixels
	if n := len(g.Moves); n > 0 {
		d.Marked = 1 << g.Moves[n-1]
	}
	d.Texts, d.Best, err = parseTexts(q.Values)
	if err != nil {
		err = fault.Misusef("values: %w", err)
	}
	return d, err
}

// parseTexts reads the labels of squares, and returns the first square.
func parseTexts(list string) (texts map[engine.Square]string, first engine.Set, err error) {
	texts = map[engine.Square]string{}
	if list == "" {
		return texts, 0, nil
	}
	for part := range strings.SplitSeq(list, ",") {
		name, text, _ := strings.Cut(part, ":")
		s, err := engine.ParseSquare(name)
		if err != nil {
			return nil, 0, err
		}
		if n := utf8.RuneCountInString(text); n < 1 || n > 4 || !utf8.ValidString(text) ||
			strings.ContainsFunc(text, func(r rune) bool { return r < ' ' }) {
			return nil, 0, errors.New("want a square and one to four letters, such as f5:+2")
		}
		if len(texts) == 0 {
			first = 1 << s
		}
		texts[s] = text
	}
	return texts, first, nil
}
