package web

import (
	"encoding/json"
	"net/http"
	"slices"
	"strings"

	"github.com/klauspost/compress/gzhttp"
	"github.com/klauspost/compress/gzip"

	"github.com/outflank/outflank/cmd/outflank/internal/cli"
	"github.com/outflank/outflank/cmd/outflank/internal/web/boards"
	"github.com/outflank/outflank/cmd/outflank/internal/web/guard"
	"github.com/outflank/outflank/cmd/outflank/internal/web/site"
	"github.com/outflank/outflank/cmd/outflank/internal/web/wire"
)

// A part is a package of the API with its pages.
type part struct {
	name   string // in the description of the API
	routes []wire.Route
	pages  []site.Page
	links  map[string]http.Handler // of addresses that lead to pages, by pattern of [http.ServeMux]
}

// Limits of concurrent event streams. A browser opens one for each tab and game.
const (
	allStreams       = 256
	streamsPerClient = 32
)

// oneFlight is the number of bytes that a new connection sends before it waits for the client (RFC 6928, with
// room for headers). To compress shorter data saves no round trip, and costs both sides time. A page may have
// many pictures, which count together.
const oneFlight = 12 << 10

// newHandler returns the handler of all parts.
func newHandler(opt guard.Options, parts []part) (http.Handler, error) {
	parts = append(parts, part{name: "boards", routes: boards.Routes()})
	mux := http.NewServeMux()
	pages, err := site.New(cli.Version())
	if err != nil {
		return nil, err
	}
	data, err := gzhttp.NewWrapper(gzhttp.CompressionLevel(gzip.BestSpeed), gzhttp.MinSize(oneFlight))
	if err != nil {
		return nil, err
	}
	streams := &guard.Limit{What: "event streams", All: allStreams, PerClient: streamsPerClient}
	methods := map[string][]string{"/api/v1/openapi.json": {http.MethodGet}, "/assets/": {http.MethodGet}}
	var routes []wire.Route
	for _, p := range parts {
		for _, r := range p.routes {
			r.Tag = p.name
			routes = append(routes, r)
		}
		for pattern, h := range p.links {
			mux.Handle(pattern, guard.Recover(h))
		}
		for _, page := range p.pages {
			methods[page.Path] = []string{http.MethodGet}
			mux.Handle("GET "+page.Path, gzhttp.GzipHandler(guard.Recover(pages.Handler(page))))
		}
	}
	for _, r := range routes {
		methods[r.Path] = append(methods[r.Path], r.Method)
		if r.Stream {
			mux.Handle(r.Pattern(), guard.Recover(streams.Wrap(r.Handler)))
			continue
		}
		compress := gzhttp.GzipHandler
		if r.Media == "application/json" {
			compress = data
		}
		h := http.Handler(compress(guard.Recover(r.Handler)))
		if r.Keep {
			h = wire.Keep(h)
		}
		mux.Handle(r.Pattern(), h)
	}
	description, err := describe(routes)
	if err != nil {
		return nil, err
	}
	mux.Handle("GET /api/v1/openapi.json", gzhttp.GzipHandler(description))
	mux.Handle("GET /assets/", gzhttp.GzipHandler(site.Assets()))
	for path, supported := range methods {
		mux.Handle(path, wire.OtherMethod(strings.Join(supported, ", ")))
	}
	mux.HandleFunc("/api/", wire.NotFound)
	mux.HandleFunc("/", pages.NotFound)
	return guard.Wrap(opt, mux), nil
}

// describe returns the handler that answers with the OpenAPI document.
func describe(routes []wire.Route) (http.Handler, error) {
	slices.SortStableFunc(routes, func(a, b wire.Route) int { return strings.Compare(a.Path, b.Path) })
	text, err := json.Marshal(wire.Describe("Outflank", cli.Version(), routes, schemas))
	if err != nil {
		return nil, err
	}
	return http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		_, _ = w.Write(text) // the client may be gone
	}), nil
}
