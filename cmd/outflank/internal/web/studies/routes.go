package studies

import (
	"cmp"
	"context"
	"fmt"
	"net/http"
	"time"

	"github.com/outflank/outflank/cmd/outflank/internal/web/site"
	"github.com/outflank/outflank/cmd/outflank/internal/web/wire"
)

// Routes returns the routes of the package for the studies of a shelf.
func Routes(s *Shelf) []wire.Route {
	return []wire.Route{
		wire.Get("/api/v1/studies", "The studies that match a search, the latest changes first",
			func(_ context.Context, q listQuery) (List, error) { return s.list(q) }),
		wire.Post("/api/v1/studies", "Save a new study; the answer has its key",
			func(_ context.Context, _ wire.None, b Study) (View, error) { return s.create(b) }),
		wire.Get("/api/v1/studies/{id}", "A study",
			func(_ context.Context, q ID) (View, error) { return s.get(q) }),
		wire.Post("/api/v1/studies/{id}", "Change a study; 409 without a base if others have changed it since",
			func(_ context.Context, q ID, c Change) (View, error) { return s.change(q, c) }),
		wire.Events("/api/v1/studies/{id}/events", "A study, immediately and after each change", s.watch),
		wire.Delete("/api/v1/studies/{id}", "Delete a study", func(_ context.Context, q ID) (wire.None, error) {
			return wire.None{}, s.remove(q)
		}),
		wire.Post("/api/v1/export", "A game with variations, comments and marks as a text file", export),
	}
}

// Pages returns the pages of the package for the studies of a shelf.
func Pages(s *Shelf) []site.Page {
	exists := func(r *http.Request) (any, error) {
		_, err := s.get(ID{ID: r.PathValue("id")})
		return nil, err
	}
	return []site.Page{
		{Path: "/studies", Template: "studies", Title: "Studies", Section: "/analysis"},
		{Path: "/study/{id}", Template: "analysis", Title: "Study", Section: "/analysis", Data: exists},
		{Path: "/embed/{id}", Template: "embed", Title: "Study", Bare: true, Data: exists},
	}
}

// An ID names a study.
type ID struct {
	ID  string `query:"id" doc:"identifier of the study"`
	Key string `query:"key" cookie:"outflank-study" doc:"secret key of the study; needed to change it, unless the browser has opened the link to change it"`
}

// A Change is the new content of a study.
type Change struct {
	Revision int   `json:"revision" doc:"revision of the study that the change is based on"`
	Study    Study `json:"study"`

	// Base is the study at the revision, or nil if other changes since then are not to be merged.
	Base *Study `json:"base,omitempty" doc:"the study at the revision; if it is there, other changes since then are merged with this one; where both change the same text or drawings, the earlier change stays"`
}

// A View is a study as a client sees it.
type View struct {
	ID       string    `json:"id"`
	Revision int       `json:"revision" doc:"number of the change, from 1"`
	Changed  time.Time `json:"changed"`
	Key      string    `json:"key,omitempty" doc:"secret key, only for clients that may change the study"`
	Study    Study     `json:"study"`
}

// view returns the view for a client with a key.
func (f saved) view(id, key string) View {
	v := View{ID: id, Revision: f.Revision, Changed: f.Changed, Study: f.Study}
	if wire.IsKey(f.Key, key) {
		v.Key = key
	}
	return v
}

// A Summary is a study in a list.
type Summary struct {
	ID      string    `json:"id"`
	Changed time.Time `json:"changed"`
	Start   string    `json:"start"`
	Black   string    `json:"black"`
	White   string    `json:"white"`
	Event   string    `json:"event"`
	Date    string    `json:"date"`
	Result  string    `json:"result"`
	Tree    string    `json:"tree" doc:"the first moves"`
}

func (f saved) summary(id string) Summary {
	return Summary{id, f.Changed, f.Study.Start, f.Study.Black, f.Study.White, f.Study.Event, f.Study.Date,
		f.Study.Result, f.Study.Tree}
}

// A listQuery asks for studies.
type listQuery struct {
	Search string `query:"search" doc:"words that players, event, date, result or the first moves contain" example:"f5d6"`
	Limit  int    `query:"limit" doc:"maximum number of studies in the answer, 1 to 1000; 0 = 100" minimum:"0" maximum:"1000" example:"20"`
}

func (q listQuery) limit() int { return cmp.Or(q.Limit, 100) }

// A List holds the studies that changed last.
type List struct {
	Studies []Summary `json:"studies"`
	All     int       `json:"all" doc:"number of all studies that match the search"`
}

// keyCookie is the name of the cookie with the key of a study. Browsers send it only to the study's paths.
const keyCookie = "outflank-study"

// keyTime is the time for which a browser keeps a key.
const keyTime = 365 * 24 * time.Hour

// Edit returns the handler for the link that allows changes, /edit/{id}/{key}. It gives the browser the key,
// and leads to the page of the study, whose address any reader may have.
func Edit(s *Shelf) http.Handler {
	return wire.Link(func(id, key string) (c http.Cookie, page string, err error) {
		v, err := s.get(ID{id, key})
		if err == nil && v.Key == "" {
			err = wire.Fail(http.StatusNotFound, fmt.Errorf("study %.20q has no such key", id))
		}
		c = http.Cookie{Name: keyCookie, Path: "/api/v1/studies/" + id, MaxAge: int(keyTime.Seconds())}
		return c, "/study/" + id, err
	})
}
