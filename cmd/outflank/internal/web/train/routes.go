package train

import (
	"context"
	"net/http"

	"github.com/outflank/outflank/cmd/outflank/internal/practice"
	"github.com/outflank/outflank/cmd/outflank/internal/web/site"
	"github.com/outflank/outflank/cmd/outflank/internal/web/wire"
)

// Routes returns the routes of the package.
func Routes(p *Puzzles, d *Drills) []wire.Route {
	return []wire.Route{
		wire.Post("/api/v1/puzzles", "The next puzzle for a player: the one nearest in rating",
			func(_ context.Context, _ wire.None, c Choice) (Puzzle, error) { return p.next(c) }),
		wire.Get("/api/v1/puzzles/{id}", "A puzzle",
			func(_ context.Context, q puzzleID) (Puzzle, error) { return p.get(q.ID) }),
		wire.Post("/api/v1/puzzles/{id}", "Try to solve a puzzle: the values of its moves, and the new rating",
			func(_ context.Context, q puzzleID, a Attempt) (Verdict, error) { return p.judge(q.ID, a) }),
		wire.Get("/api/v1/repertoires", "The opening repertoires",
			func(context.Context, wire.None) (Repertoires, error) { return d.all(), nil }),
		wire.Post("/api/v1/repertoires/{name}/session", "The positions of a repertoire that are due",
			func(_ context.Context, q drillName, b Deck) (Session, error) { return d.session(q, b) }),
		wire.Post("/api/v1/repertoires/{name}/answers", "Answer a position of a repertoire: its moves, and the "+
			"position's new card",
			func(_ context.Context, q drillName, a Answer) (Reply, error) { return d.answer(q, a) }),
	}
}

// Section is the path of the menu entry.
const Section = "/train/puzzles"

// Pages returns the pages of the package.
func Pages(p *Puzzles, d *Drills) []site.Page {
	type about struct{ Count, Start, Least, Most int }
	here := about{Count: len(p.list), Start: practice.StartRating}
	here.Least, here.Most = p.bounds()
	return []site.Page{
		{Path: "/train/puzzles", Template: "puzzles", Title: "Puzzles", Section: Section,
			Data: func(r *http.Request) (any, error) {
				if id := r.URL.Query().Get("puzzle"); id != "" {
					if _, err := p.find(id); err != nil {
						return nil, err
					}
				}
				return here, nil
			}},
		{Path: "/train/openings", Template: "drill", Title: "Opening drill", Section: Section,
			Data: func(*http.Request) (any, error) { return d.all().Repertoires, nil }},
	}
}
