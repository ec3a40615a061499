package train

import (
	"net/http"

	"github.com/outflank/outflank/cmd/outflank/internal/practice"
	"github.com/outflank/outflank/cmd/outflank/internal/web/site"
	"github.com/outflank/outflank/cmd/outflank/internal/web/wire"
)

// Routes returns the routes of the package.
func Routes(p *Puzzles, d Drills) []wire.Route {
	return []wire.Route{
		wire.Post("/api/v1/puzzles", "The next puzzle for a player: the one nearest in rating", p.next),
		wire.Get("/api/v1/puzzles/{id}", "A puzzle", p.get),
		wire.Post("/api/v1/puzzles/{id}", "Answer a puzzle: the values of its moves, and the new rating", p.judge),
		wire.Post("/api/v1/repertoires/{name}/session", "The positions of a repertoire that are due", d.session),
		wire.Post("/api/v1/repertoires/{name}/answers", "Answer a position of a repertoire: its moves, and the "+
			"position's new card", d.answer),
	}
}

// Pages returns the pages of the package.
func Pages(p *Puzzles, d Drills) []site.Page {
	about := struct{ Count, Start, Least, Most int }{len(p.list), practice.StartRating, p.least, p.most}
	return []site.Page{
		{Path: "/train/puzzles", Template: "puzzles", Title: "Puzzles", Section: "/train/puzzles",
			Data: func(*http.Request) (any, error) { return about, nil }},
		{Path: "/train/openings", Template: "drill", Title: "Opening drill", Section: "/train/puzzles",
			Data: func(*http.Request) (any, error) { return d, nil }},
	}
}
