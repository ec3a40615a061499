package club

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"go.uber.org/goleak"

	"github.com/outflank/outflank/cmd/outflank/internal/web/fair"
	"github.com/outflank/outflank/cmd/outflank/internal/web/games"
	"github.com/outflank/outflank/engine/notation"
	"github.com/outflank/outflank/engine/runtime/durable"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// A server serves the games and evenings of a folder.
type server struct {
	t     *testing.T
	dir   string
	shelf *Shelf
	hall  *games.Hall
	http.ServeMux
}

func newServer(t *testing.T, dir string) *server {
	t.Helper()
	s := &server{t: t, dir: dir, hall: games.NewHall(games.Options{Dir: dir, Shares: fair.NewPool(1)})}
	s.shelf = NewShelf(filepath.Join(dir, "evenings"), s.hall)
	for _, r := range slices.Concat(Routes(s.shelf), games.Routes(s.hall)) {
		s.Handle(r.Pattern(), r.Handler)
	}
	s.Handle("GET /club/{id}/{key}", Enter(s.shelf))
	t.Cleanup(s.close)
	return s
}

func (s *server) close() {
	s.shelf.Close()
	if err := s.hall.Close(); err != nil {
		s.t.Error(err)
	}
}

// ask sends a request, and reads the answer into v unless that is nil.
func (s *server) ask(method, path, body string, v any) (status int, text string) {
	s.t.Helper()
	w := httptest.NewRecorder()
	s.ServeHTTP(w, httptest.NewRequestWithContext(s.t.Context(), method, "/api/v1/"+path, strings.NewReader(body)))
	if v != nil && w.Code == http.StatusOK {
		d := json.NewDecoder(strings.NewReader(w.Body.String()))
		d.DisallowUnknownFields()
		if err := d.Decode(v); err != nil {
			s.t.Fatalf("%s: %v", w.Body, err)
		}
	}
	return w.Code, w.Body.String()
}

// want is like ask, and wants a status.
func (s *server) want(status int, method, path, body string, v any) string {
	s.t.Helper()
	got, text := s.ask(method, path, body, v)
	if got != status {
		s.t.Fatalf("%s %s %s: %d %s, want %d", method, path, body, got, text, status)
	}
	return text
}

// An opened evening, with the keys of its organiser and players.
type opened struct {
	*server
	id, key string
	keys    map[string]string
}

// evening opens an evening with players who have joined.
func (s *server) evening(plan string, names ...string) *opened {
	s.t.Helper()
	var v View
	s.want(200, "POST", "evenings", plan, &v)
	o := &opened{s, v.ID, v.Key, map[string]string{}}
	for _, name := range names {
		s.want(200, "POST", "evenings/"+o.id+"/join", fmt.Sprintf(`{"name":%q}`, name), &v)
		o.keys[name] = v.Key
	}
	return o
}

// see returns the evening as a player sees it; "" = a visitor.
func (o *opened) see(name string) (v View) {
	o.t.Helper()
	o.want(200, "GET", "evenings/"+o.id+"?player="+o.keys[name], "", &v)
	return v
}

// run sends a request of the organiser, and wants a status.
func (o *opened) run(status int, what, body string) string {
	o.t.Helper()
	return o.want(status, "POST", "evenings/"+o.id+"/"+what+"?organiser="+o.key, body, nil)
}

// seat returns the query of the seat that a player has in the first unfinished game.
func (o *opened) seat(name string) (game, query string) {
	o.t.Helper()
	for _, p := range o.see(name).Pairings {
		if at, ok := strings.CutPrefix(p.Path, "/seat/"); ok {
			game, key, _ := strings.Cut(at, "/")
			return game, "?seat=" + key
		}
	}
	return "", ""
}

// play lets the players of a game play random moves until it is over.
func (o *opened) play(p Pairing) {
	o.t.Helper()
	_, black := o.seat(p.Black)
	_, white := o.seat(p.White)
	for ply := 0; ; ply++ {
		var v games.View
		o.want(200, "GET", "games/"+p.Game, "", &v)
		if v.End != nil {
			return
		}
		seat := map[string]string{"black": black, "white": white}[v.Board.Turn]
		o.want(200, "POST", "games/"+p.Game+"/moves"+seat, fmt.Sprintf(`{"move":%q,"ply":%d}`, v.Board.Legal[0].Move, ply), nil)
	}
}

// round returns the games of a round.
func round(v View, n int) (list []Pairing) {
	for _, p := range v.Pairings {
		if p.Round == n {
			list = append(list, p)
		}
	}
	return list
}

// line returns a row of the table as a text.
func line(r Row) string {
	return fmt.Sprintf("%d %s %v of %d, %+d %v", r.Rank, r.Name, r.Points, r.Played, r.Diff, r.Against)
}

const small = `{"title":"Thursday [open]","clock":"","start":"4x4","games":1}`

// TestFour: an evening of four players, with a resignation, games that are played to the end, a ruling that
// is corrected, and a restart in each round.
func TestFour(t *testing.T) {
	s := newServer(t, t.TempDir())
	o := s.evening(small, "Ann", "Bo", "Cleo")
	o.run(200, "players", `{"name":" Dee "}`)
	restart := func() {
		before := o.see("Ann")
		o.close()
		o.server = newServer(t, o.dir)
		if after := o.see("Ann"); fmt.Sprint(after.Table, after.Round) != fmt.Sprint(before.Table, before.Round) ||
			fmt.Sprint(paths(after)) != fmt.Sprint(paths(before)) {
			t.Errorf("after a restart %+v, before %+v", after, before)
		}
	}
	restart()
	if v := o.see(""); v.State != "open" || len(v.Table) != 4 || !v.Table[3].Free || v.Table[0].Free || v.You != "" || v.Key != "" {
		t.Fatalf("%+v", v)
	}
	o.run(200, "rounds", "")
	var joined View
	o.want(200, "POST", "evenings/"+o.id+"/join", `{"name":"dee"}`, &joined) // a name that the organiser typed
	o.keys["Dee"] = joined.Key
	restart()
	v := o.see("Dee")
	if v.You != "Dee" || v.Round != 1 || len(v.Pairings) != 6 || len(round(v, 1)) != 2 {
		t.Fatalf("%+v", v)
	}
	first := round(v, 1)
	// The player of white in the first game resigns; no other player can do that.
	game, seat := o.seat(first[0].White)
	_, other := o.seat(first[1].White)
	for _, wrong := range []string{"", other, "?seat=" + o.keys[first[0].White]} {
		o.want(403, "POST", "games/"+game+"/resign"+wrong, `{}`, nil)
	}
	o.want(200, "POST", "games/"+game+"/moves"+sideSeat(o, first[0].Black), `{"move":"c4"}`, nil)
	o.want(200, "POST", "games/"+game+"/resign"+seat, `{}`, nil)
	if v = o.see(""); v.Round != 1 || round(v, 1)[0].End.Winner != "black" || round(v, 1)[0].Diff != 16-2*1 || round(v, 1)[0].Moves != "c4" {
		t.Fatalf("%+v", round(v, 1))
	}
	restart()
	o.play(first[1])
	if v = o.see(""); v.Round != 2 || round(v, 1)[1].End.Reason != "discs" || round(v, 1)[1].Diff == 0 {
		t.Fatalf("%+v", v)
	}
	restart()
	second := round(v, 2)
	o.run(200, "results", fmt.Sprintf(`{"game":%q,"black":10,"white":6}`, second[0].Game))
	o.run(200, "results", fmt.Sprintf(`{"game":%q,"black":6,"white":10}`, second[0].Game)) // it was the other way
	o.run(200, "results", fmt.Sprintf(`{"game":%q,"absent":"black"}`, second[1].Game))
	if v = o.see(""); v.Round != 3 || round(v, 2)[0].Diff != -4 || round(v, 2)[1].End.Text != "white wins (black absent)" {
		t.Fatalf("%+v", round(v, 2))
	}
	if _, text := o.ask("GET", "games/"+second[0].Game, "", nil); !strings.Contains(text, "10 to 6 at another board") {
		t.Errorf("the page of a game that was decided: %s", text)
	}
	third := round(v, 3)
	o.run(200, "results", fmt.Sprintf(`{"game":%q,"black":8,"white":8}`, third[0].Game))
	o.run(200, "results", fmt.Sprintf(`{"game":%q,"absent":"both"}`, third[1].Game))
	v = o.see("")
	if v.State != "over" {
		t.Fatalf("%+v", v.Summary)
	}
	restart()
	points := 0.0
	for i, r := range v.Table {
		points += r.Points
		if r.Played != 3 || i > 0 && better(v.Table[i-1], r) > 0 {
			t.Errorf("%s", line(r))
		}
	}
	if points != 5 { // of six games, one is lost by both
		t.Errorf("%v points", points)
	}
	var kept []string
	for _, format := range []string{"pgn", "ggf"} {
		text := o.want(200, "GET", "evenings/"+o.id+"/games?format="+format, "", nil)
		f, err := notation.Named(format)
		if err != nil {
			t.Fatal(err)
		}
		for r, err := range f.Read(strings.NewReader(text)) {
			if err != nil {
				t.Fatal(err)
			}
			if r.Event != "Thursday (open)" && format == "pgn" || r.Black == "" || r.Result.Kind == notation.NoResult {
				t.Errorf("%s: %+v", format, r)
			}
			kept = append(kept, fmt.Sprint(r.Black, r.White, r.Game.String()))
		}
	}
	if len(kept) != 4 || kept[0] != kept[2] || kept[1] != kept[3] || !strings.HasSuffix(kept[0], "c4") {
		t.Errorf("%q", kept)
	}
	o.run(409, "rounds", "")
	o.run(409, "results", fmt.Sprintf(`{"game":%q,"absent":"white"}`, first[0].Game))
}

// sideSeat returns the query of a player's seat.
func sideSeat(o *opened, name string) string {
	_, query := o.seat(name)
	return query
}

// paths returns the paths of all games.
func paths(v View) (list []string) {
	for _, p := range v.Pairings {
		list = append(list, p.Path)
	}
	return list
}

// TestFive: an evening of five players. One has a bye in each round, the organiser begins a round early, and
// two players withdraw.
func TestFive(t *testing.T) {
	s := newServer(t, t.TempDir())
	names := []string{"Ann", "Bo", "Cleo", "Dee", "Eve"}
	o := s.evening(`{"title":"Five","clock":"5m","start":"6x6","games":1}`, names...)
	o.run(200, "rounds", "")
	v := o.see("")
	if len(v.Pairings) != 10 || v.Pairings[9].Round != 5 || v.Round != 1 {
		t.Fatalf("%+v", v)
	}
	bye := slices.IndexFunc(names, func(n string) bool {
		return !slices.ContainsFunc(round(v, 1), func(p Pairing) bool { return p.Black == n || p.White == n })
	})
	if game, _ := o.seat(names[bye]); game != "" {
		t.Errorf("%s has a bye and the game %s", names[bye], game)
	}
	one := round(v, 1)
	o.run(200, "rounds", "") // early
	if v = o.see(names[bye]); v.Round != 2 || slices.Max(paths(v)) == "" {
		t.Fatalf("%+v", v)
	}
	o.run(409, "rounds", "") // two rounds are in progress
	gone := one[0].Black
	o.want(403, "POST", "evenings/"+o.id+"/withdrawn?player="+o.keys[one[0].White], fmt.Sprintf(`{"name":%q}`, gone), nil)
	o.want(200, "POST", "evenings/"+o.id+"/withdrawn?player="+o.keys[gone], fmt.Sprintf(`{"name":%q}`, gone), nil)
	v = o.see("")
	if p := round(v, 1)[0]; p.End == nil || p.End.Winner != "white" || p.Diff != -2 {
		t.Fatalf("%+v", p)
	}
	if open := o.unfinished(round(v, 3)); len(open) != 2 {
		t.Errorf("a game of a round that has not started is decided: %+v", round(v, 3))
	}
	for v.State != "over" {
		games := o.unfinished(v.Pairings)
		i := slices.IndexFunc(games, func(p Pairing) bool { return p.Path != "" })
		if i < 0 {
			t.Fatalf("%+v", v)
		}
		game, seat := o.seat(games[i].White)
		o.want(200, "POST", "games/"+game+"/resign"+seat, `{}`, nil)
		v = o.see("")
		if v.Round == 4 && v.Table[0].Withdrawn == 0 && v.Table[1].Withdrawn == 0 {
			leaver := o.unfinished(round(v, 4))
			if len(leaver) > 0 {
				o.run(200, "withdrawn", fmt.Sprintf(`{"name":%q}`, leaver[0].White))
				v = o.see("")
			}
		}
	}
	none := 0
	for _, p := range v.Pairings {
		if p.End.Winner == "none" {
			none++
		}
	}
	sum, diff := 0.0, 0
	for _, r := range v.Table {
		sum, diff = sum+r.Points, diff+r.Diff
		if r.Played != 4 {
			t.Errorf("%s", line(r))
		}
		if r.Name == gone && (r.Points != 0 || r.Withdrawn != 1) {
			t.Errorf("%s", line(r))
		}
	}
	if sum != float64(10-none) || diff != 0 {
		t.Errorf("%v points, %d games without a winner, and %d discs", sum, none, diff)
	}
}

// unfinished returns the games without a result.
func (o *opened) unfinished(list []Pairing) (open []Pairing) {
	for _, p := range list {
		if p.End == nil {
			open = append(open, p)
		}
	}
	return open
}

// TestTable: points, then discs; equal players share a rank, and draws are halves.
func TestTable(t *testing.T) {
	won := func(e *evening, winner, loser, diff int) {
		for i, m := range e.schedule() {
			switch {
			case m.black == winner && m.white == loser:
				e.Results[i] = ruled("black", "", diff)
			case m.black == loser && m.white == winner:
				e.Results[i] = ruled("white", "", -diff)
			}
		}
	}
	const a, b, c = 0, 1, 2
	for _, tt := range []struct {
		games int
		play  func(*evening)
		want  []string
	}{
		{1, func(*evening) {}, []string{"1 A 0 of 0, +0 [[] [] []]", "1 B 0 of 0, +0 [[] [] []]", "1 C 0 of 0, +0 [[] [] []]"}},
		{1, func(e *evening) { won(e, a, b, 20); won(e, b, c, 2); won(e, c, a, 10) },
			[]string{"1 A 1 of 2, +10 [[] [0] [1]]", "2 C 1 of 2, +8 [[1] [] [0]]", "3 B 1 of 2, -18 [[0] [1] []]"}},
		{2, func(e *evening) { e.Results[0], e.Results[3] = ruled("draw", "", 0), ruled("none", "", 0) },
			[]string{"1 B 0.5 of 2, +0 [[] [0.5 0] []]", "1 C 0.5 of 2, +0 [[0.5 0] [] []]", "3 A 0 of 0, +0 [[] [] []]"}},
	} {
		e := evening{Plan: Plan{Games: tt.games}, Players: []player{{Name: "A"}, {Name: "B"}, {Name: "C"}},
			Results: map[int]games.Outcome{}}
		tt.play(&e)
		for i, row := range e.table() {
			if got := line(row); got != tt.want[i] {
				t.Errorf("%s, want %s", got, tt.want[i])
			}
		}
	}
}

// TestRulings: an absent player loses by the least score, which is nothing for two; the winner of a game at
// another board has its empty squares.
func TestRulings(t *testing.T) {
	for r, want := range map[Ruling]string{
		{Absent: "black"}: "white -2", {Absent: "white"}: "black 2", {Absent: "both"}: "none 0",
		{Black: 33, White: 31}: "black 2", {Black: 10, White: 20}: "white -44", {Black: 20, White: 20}: "draw 0", {Black: 13}: "black 64",
	} {
		got, err := r.result("8x8")
		if err != nil || fmt.Sprint(got.End.Winner, " ", got.Diff) != want || got.End.Reason != games.Ruled {
			t.Errorf("%+v: %+v, %v", r, got, err)
		}
	}
}

// TestRefused: the server refuses requests that are malformed, come too late or need another client's key. They
// change nothing.
func TestRefused(t *testing.T) {
	s := newServer(t, t.TempDir())
	for _, plan := range []string{
		`{"title":"","clock":"","start":"8x8","games":1}`, `{"title":"a\nb","clock":"","start":"8x8","games":1}`,
		`{"title":"T","clock":"1w","start":"8x8","games":1}`, `{"title":"T","clock":"","start":"9x9","games":1}`,
		`{"title":"T","clock":"","start":"8x8","games":0}`, `{"title":"T","clock":"","start":"8x8","games":3}`,
		`{"title":"T","clock":"","start":"8x8","games":1,"key":"x"}`, `[]`,
	} {
		s.want(400, "POST", "evenings", plan, nil)
	}
	o := s.evening(small, "Ann", "Bo")
	before := fmt.Sprint(o.see(""))
	for _, key := range []string{"", "x", o.keys["Ann"], strings.ToUpper(o.key)} {
		for what, body := range map[string]string{"players": `{"name":"Cleo"}`, "rounds": "", "released": `{"name":"Bo"}`,
			"withdrawn": `{"name":"Bo"}`, "results": `{"game":"x","absent":"both"}`} {
			o.want(403, "POST", "evenings/"+o.id+"/"+what+"?organiser="+key+"&player="+o.keys["Ann"], body, nil)
		}
	}
	for _, tt := range []struct {
		status     int
		what, body string
	}{
		{409, "players", `{"name":"ANN"}`}, {400, "players", `{"name":""}`}, {400, "players", `{"name":"\u202eevil"}`},
		{400, "players", `{"name":"` + strings.Repeat("a", 41) + `"}`}, {404, "withdrawn", `{"name":"Zoe"}`},
		{404, "released", `{"name":""}`}, {404, "results", `{"game":"` + o.id + `-1","absent":"both"}`},
		{400, "results", `{"game":"x","absent":"all"}`}, {400, "results", `{"game":"x","black":9,"white":8}`},
		{400, "results", `{"game":"x","black":-1,"white":8}`}, {400, "results", `{"game":"x"}`},
	} {
		o.run(tt.status, tt.what, tt.body)
	}
	at := "evenings/" + o.id + "/join"
	o.want(409, "POST", at, `{"name":"bo"}`, nil)
	o.want(409, "POST", at+"?player="+o.keys["Ann"], `{"name":"Cleo"}`, nil)
	o.want(404, "GET", "evenings/..%2f..%2fpasswd", "", nil)
	o.want(400, "GET", "evenings/"+o.id+"/games?format=sgf", "", nil)
	if after := fmt.Sprint(o.see("")); after != before {
		t.Errorf("%s\n%s", before, after)
	}
	for i := range mostPlayers - 2 {
		o.run(200, "players", fmt.Sprintf(`{"name":"P%d"}`, i))
	}
	o.run(409, "players", `{"name":"one more"}`)
	o.want(409, "POST", at, `{"name":"one more"}`, nil)
	o.run(200, "rounds", "")
	o.want(409, "POST", at, `{"name":"late"}`, nil)
	o.run(404, "results", fmt.Sprintf(`{"game":"%s-%d","absent":"both"}`, o.id, mostPlayers))
	o.run(200, "rounds", "")
	o.run(409, "rounds", "")
	if text := o.want(200, "GET", "evenings/"+o.id, "", nil); strings.Contains(text, o.key) ||
		strings.Contains(text, o.keys["Ann"]) || strings.Contains(text, "/seat/") {
		t.Error("a visitor reads a secret")
	}
}

// TestArranged: players of an evening cannot rename themselves, undo, delete the game or agree to a rematch.
func TestArranged(t *testing.T) {
	o := newServer(t, t.TempDir()).evening(small, "Ann", "Bo")
	o.run(200, "rounds", "")
	game, seat := o.seat("Ann")
	var v games.View
	o.want(200, "GET", "games/"+game+seat, "", &v)
	if v.Evening != o.id || v.Hints || fmt.Sprint(v.Offers) != "[draw]" || v.Black.Name+v.White.Name == "" {
		t.Errorf("%+v", v)
	}
	o.want(409, "POST", "games/"+game+"/name"+seat, `{"name":"Bo"}`, nil)
	o.want(409, "POST", "games/"+game+"/undo"+seat, `{}`, nil)
	o.want(409, "DELETE", "games/"+game+seat, "", nil)
	o.want(200, "POST", "games/"+game+"/resign"+seat, `{}`, nil)
	o.want(409, "POST", "games/"+game+"/offers"+seat, `{"offer":"rematch"}`, nil)
}

// TestReleased: a player whose browser has lost the key joins again after the organiser frees the name, and
// the old key is worth nothing.
func TestReleased(t *testing.T) {
	o := newServer(t, t.TempDir()).evening(small, "Ann", "Bo")
	o.run(200, "rounds", "")
	at := "evenings/" + o.id + "/join"
	o.want(409, "POST", at, `{"name":"Ann"}`, nil)
	o.run(200, "released", `{"name":"Ann"}`)
	if v := o.see("Ann"); v.You != "" || !slices.ContainsFunc(v.Table, func(r Row) bool { return r.Free && r.Name == "Ann" }) {
		t.Errorf("%+v", v)
	}
	var v View
	o.want(200, "POST", at, `{"name":"Ann"}`, &v)
	o.keys["Ann"] = v.Key
	if game, _ := o.seat("Ann"); game == "" {
		t.Error("the player has no seat")
	}
}

// TestWithdrawn: a player withdraws once, from the first game without a result on, and no browser can join under
// the name then.
func TestWithdrawn(t *testing.T) {
	o := newServer(t, t.TempDir()).evening(small, "Ann", "Bo", "Cleo", "Dee")
	o.run(200, "rounds", "")
	gone := round(o.see(""), 1)[0].Black
	game, seat := o.seat(gone)
	o.want(200, "POST", "games/"+game+"/resign"+seat, `{}`, nil)
	body := fmt.Sprintf(`{"name":%q}`, gone)
	for range 2 {
		o.run(200, "withdrawn", body)
		o.run(200, "rounds", "")
	}
	o.want(409, "POST", "evenings/"+o.id+"/join", body, nil)
	for _, r := range o.see("").Table {
		if want := map[bool]int{true: 2}[r.Name == gone]; r.Free || r.Withdrawn != want {
			t.Errorf("%+v: want withdrawn %d", r, want)
		}
	}
}

// TestConceded: a player who withdraws or is absent during a game loses it as by resignation. The organiser lets
// the player take part again, in the same browser.
func TestConceded(t *testing.T) {
	o := newServer(t, t.TempDir()).evening(small, "Ann", "Bo", "Cleo", "Dee")
	o.run(200, "rounds", "")
	one := round(o.see(""), 1)
	for _, p := range one {
		_, seat := o.seat(p.Black)
		o.want(200, "POST", "games/"+p.Game+"/moves"+seat, `{"move":"c4"}`, nil)
	}
	o.run(200, "withdrawn", fmt.Sprintf(`{"name":%q}`, one[0].Black))
	o.run(200, "results", fmt.Sprintf(`{"game":%q,"absent":"white"}`, one[1].Game))
	one = round(o.see(""), 1)
	for i, want := range []int{-(1 + 11 - 4), 4 + 11 - 1} {
		if p := one[i]; p.End == nil || p.Diff != want || len(p.Moves) != 2 {
			t.Errorf("%+v: want %d", p, want)
		}
	}
	gone := one[0].Black
	o.run(200, "released", fmt.Sprintf(`{"name":%q}`, gone))
	o.run(200, "rounds", "")
	if game, _ := o.seat(gone); game == "" || game == one[0].Game {
		t.Errorf("a player who takes part again has the game %q", game)
	}
}

// TestEnter: a secret link gives the browser its key, for the evening alone.
func TestEnter(t *testing.T) {
	o := newServer(t, t.TempDir()).evening(small, "Ann")
	for key, want := range map[string]string{o.key: "outflank-organiser", o.keys["Ann"]: "outflank-player", "x": ""} {
		w := httptest.NewRecorder()
		o.ServeHTTP(w, httptest.NewRequestWithContext(t.Context(), "GET", "/club/"+o.id+"/"+key, nil))
		cookies := w.Result().Cookies()
		if want == "" {
			if w.Code != 404 || len(cookies) > 0 {
				t.Errorf("a wrong key: %d, %v", w.Code, cookies)
			}
			continue
		}
		if w.Code != 303 || len(cookies) != 1 || cookies[0].Name != want || !cookies[0].HttpOnly ||
			cookies[0].Path != "/api/v1/evenings/"+o.id || w.Header().Get("Location") != "/club/"+o.id {
			t.Fatalf("%d, %v, %v", w.Code, cookies, w.Header())
		}
		req := httptest.NewRequestWithContext(t.Context(), "GET", "/api/v1/evenings/"+o.id, nil)
		req.AddCookie(cookies[0])
		w = httptest.NewRecorder()
		o.ServeHTTP(w, req)
		if organises := strings.Contains(w.Body.String(), o.key); organises != (want == "outflank-organiser") ||
			strings.Contains(w.Body.String(), `"you":"Ann"`) == organises {
			t.Errorf("%s: %s", want, w.Body)
		}
	}
}

// TestRoom: each client has few evenings in use. A full server removes evenings that are not in use.
func TestRoom(t *testing.T) {
	s := newServer(t, t.TempDir())
	for i := range perClient + 1 {
		if _, err := s.shelf.create("a", Plan{Title: "T", Games: 1}); (err == nil) != (i < perClient) {
			t.Errorf("evening %d: %v", i, err)
		}
	}
	all, err := s.shelf.files.Heads()
	if err != nil {
		t.Fatal(err)
	}
	for i := range mostEvenings - perClient {
		if _, err := s.shelf.create(fmt.Sprint("client ", i/perClient), Plan{Title: "T", Games: 1}); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := s.shelf.create("last", Plan{Title: "T", Games: 1}); err == nil {
		t.Error("the shelf takes more than it has room for")
	}
	var old string
	for id, e := range all {
		if old == "" {
			old = id
			e.Changed = time.Now().Add(-2 * unused)
			if err := s.shelf.files.Put(id, e); err != nil {
				t.Fatal(err)
			}
		}
	}
	if _, err := s.shelf.create("last", Plan{Title: "T", Games: 1}); err != nil || len(all) != mostEvenings {
		t.Errorf("%d evenings, %v", len(all), err)
	}
	s.want(404, "GET", "evenings/"+old, "", nil)
}

// TestDamaged: an evening or a game that cannot be read does not keep others from being played.
func TestDamaged(t *testing.T) {
	dir := t.TempDir()
	s := newServer(t, dir)
	o := s.evening(small, "Ann", "Bo", "Cleo", "Dee")
	other := s.evening(small, "Ann")
	o.run(200, "rounds", "")
	first := round(o.see(""), 1)
	s.close()
	for _, path := range []string{filepath.Join(dir, first[0].Game+".game"), filepath.Join(dir, "evenings", other.id+".evening")} {
		if err := durable.Replace(path, func(w io.Writer) error {
			_, err := io.WriteString(w, "damaged")
			return err
		}); err != nil {
			t.Fatal(err)
		}
	}
	o.server = newServer(t, dir)
	o.want(422, "GET", "evenings/"+other.id, "", nil)
	o.play(first[1])
	o.run(200, "results", fmt.Sprintf(`{"game":%q,"black":9,"white":7}`, first[0].Game))
	if v := o.see(""); v.Round != 2 {
		t.Errorf("%+v", v)
	}
}
