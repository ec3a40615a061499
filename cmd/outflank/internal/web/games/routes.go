package games

import (
	"cmp"
	"context"
	"fmt"
	"iter"
	"net/http"
	"strings"

	"github.com/outflank/outflank/cmd/outflank/internal/web/qrcode"
	"github.com/outflank/outflank/cmd/outflank/internal/web/site"
	"github.com/outflank/outflank/cmd/outflank/internal/web/wire"
	"github.com/outflank/outflank/engine/live"
	"github.com/outflank/outflank/engine/runtime/fault"
	"github.com/outflank/outflank/qlearn/agents"
)

// Routes returns the routes of the package for the games of a hall.
func Routes(h *Hall) []wire.Route {
	return []wire.Route{
		wire.Get("/api/v1/agents", "The kinds of agents, with their parameters", h.agents),
		wire.Get("/api/v1/levels", "The levels for people, the weakest first", levels),
		wire.Get("/api/v1/agent", "Whether an agent can play here, and on a board", h.agent),
		wire.Get("/api/v1/games", "All games, the most recently changed first",
			func(_ context.Context, q listQuery) (List, error) { return h.page(q) }),
		wire.Post("/api/v1/games", "Start a game", func(ctx context.Context, _ wire.None, s Setup) (View, error) {
			return h.create(ctx, s)
		}),
		wire.Get("/api/v1/games/{id}", "The current state of a game", func(_ context.Context, q ID) (View, error) {
			return h.with(q, func(g *game) error { h.advance(g); return nil })
		}),
		wire.Delete("/api/v1/games/{id}", "Delete a game", func(_ context.Context, q ID) (wire.None, error) {
			return wire.None{}, h.remove(q)
		}),
		wire.Events("/api/v1/games/{id}/events", "A game now and after each change; two agents play only "+
			"while a client listens",
			func(ctx context.Context, q ID) (iter.Seq2[View, error], error) { return h.watch(ctx, q) }),
		wire.Post("/api/v1/games/{id}/moves", "Play a move; 409 if the game has changed",
			func(_ context.Context, q ID, m Move) (View, error) { return h.move(q, m) }),
		wire.Post("/api/v1/games/{id}/undo", "Undo the last move of a person and the reply to it",
			h.doing(doUndo)),
		wire.Post("/api/v1/games/{id}/redo", "Redo the moves that undo took back", h.doing(doRedo)),
		wire.Post("/api/v1/games/{id}/resign", "Resign the game",
			func(_ context.Context, q ID, t Turn) (View, error) { return h.resign(q, t.Ply) }),
		wire.Bytes("/api/v1/qr.svg", "A text as a QR code, such as the link of a seat", "image/svg+xml",
			func(_ context.Context, q codeQuery) (wire.File, error) {
				data, err := qrcode.SVG(q.Text)
				return wire.File{Media: "image/svg+xml", Data: data}, err
			}),
		wire.Post("/api/v1/games/{id}/join", "Take the open seat of a game; the answer has its key",
			func(_ context.Context, q ID, _ wire.None) (View, error) { return h.join(q) }),
		wire.Post("/api/v1/games/{id}/name", "Tell the name of the player of a seat",
			func(_ context.Context, q ID, n Name) (View, error) { return h.name(q, n.Name) }),
		wire.Post("/api/v1/games/{id}/offers", "Propose something to the opponent, or answer the "+
			"opponent's proposal",
			func(_ context.Context, q ID, o Offer) (View, error) { return h.offer(q, o) }),
		wire.Post("/api/v1/games/{id}/pace", "Pause two agents, let them play one move, or let them "+
			"continue", h.paced),
	}
}

// Pages returns the pages of the package for the games of a hall.
func Pages(h *Hall) []site.Page {
	return []site.Page{
		{Path: "/{$}", Template: "play", Title: "Play", Section: "/", Data: pageData},
		{Path: "/play/{id}", Template: "play", Title: "Play", Section: "/", Data: func(r *http.Request) (any, error) {
			h.mu.Lock()
			defer h.mu.Unlock()
			if _, err := h.find(r.PathValue("id")); err != nil {
				return nil, err
			}
			return pageData(r)
		}},
		{Path: "/lobby", Template: "lobby", Title: "Lobby", Section: "/"},
	}
}

// An ID names a game.
type ID struct {
	ID   string `query:"id" doc:"identifier of the game"`
	Seat string `query:"seat" cookie:"outflank-seat" doc:"secret key of a seat; needed to play in games with seats, unless the browser has opened the seat's link"`
}

// A codeQuery asks for a QR code.
type codeQuery struct {
	Text string `query:"text" doc:"1 to 400 bytes" example:"http://192.168.1.7:8080/lobby"`
}

// A Turn tells which position a client sees.
type Turn struct {
	Ply *int `json:"ply,omitempty" doc:"number of moves of the game that the client sees; if the game has another number, the answer is 409; absent = any"`
}

// A Move is a move of a person.
type Move struct {
	Move string `json:"move" doc:"square of the move" example:"f5"`
	Ply  *int   `json:"ply,omitempty" doc:"number of moves before this one; if the game has another number, the answer is 409; absent = any"`
}

// A listQuery asks for the latest games.
type listQuery struct {
	Limit int  `query:"limit" doc:"maximum number of games in the answer, 1 to 1000; 0 = 100" minimum:"0" maximum:"1000" example:"20"`
	Open  bool `query:"open" doc:"only games with a seat that any visitor may take, whose opponent waits"`
	Live  bool `query:"live" doc:"only games in progress with seats, whose player is there and waits for no opponent"`
}

// A List holds the games that changed last.
type List struct {
	Games []Summary `json:"games"`
	All   int       `json:"all" doc:"number of all games that fit the query"`
}

func (h *Hall) page(q listQuery) (List, error) {
	all, err := h.list(q)
	return List{all[:min(cmp.Or(q.Limit, 100), len(all))], len(all)}, err
}

// doing returns the function for a route that takes a step.
func (h *Hall) doing(what string) func(context.Context, ID, Turn) (View, error) {
	return func(_ context.Context, q ID, t Turn) (View, error) {
		return h.step(q, t.Ply, func(g *game) (step, error) {
			switch {
			case g.agentsOnly(): // agents cannot undo moves
				return step{}, wire.Fail(http.StatusConflict, live.ErrTakeBack)
			case g.side(q.Seat) == "":
				return step{}, errSeat
			case g.peopleOnly():
				return step{}, errTakeBack
			}
			return step{Do: what}, nil
		})
	}
}

func (h *Hall) paced(_ context.Context, q ID, p Pace) (View, error) {
	if p.Moves < 0 || p.Delay < 0 || p.Delay > mostDelay {
		return View{}, fault.Misusef("moves and delay: want 0 or more moves, and a delay of 0 to %d", mostDelay)
	}
	return h.setPace(q, p)
}

// A pageView is the initial content of the play page.
type pageView struct {
	Opponents []Opponent
	Chosen    int // index in Opponents
	Shapes    []Shape
}

// An Opponent is an agent that the page offers.
type Opponent struct{ Spec, Name, About string }

// A Shape is a board that the page offers.
type Shape struct{ Name, About string }

// opponents returns the levels, weakest first, and two agents that are easy to understand.
func opponents() (list []Opponent) {
	for _, l := range agents.Levels() {
		list = append(list, Opponent{l.Spec(), strings.ToUpper(l.Name[:1]) + l.Name[1:],
			fmt.Sprintf("%s; Elo %d", l.About, l.Elo)})
	}
	return append(list, Opponent{"greedy", "Greedy", "flips as many discs as possible"},
		Opponent{"random", "Random", "plays any legal move"})
}

// chosen is the index of the default opponent in opponents.
const chosen = 2

var shapes = []Shape{
	{"8x8", "8×8"}, {"6x6", "6×6"}, {"4x4", "4×4"}, {"hex", "Hexagon"}, {"rhombus", "Rhombus of hexagons"},
}

func pageData(*http.Request) (any, error) { return pageView{opponents(), chosen, shapes}, nil }
