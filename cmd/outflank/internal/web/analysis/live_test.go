package analysis

import (
	"bufio"
	"context"
	"math"
	"net/http"
	"strings"
	"testing"

	"github.com/outflank/outflank/cmd/outflank/internal/web/fair"
	"github.com/outflank/outflank/cmd/outflank/internal/web/position"
	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/engine/book"
	"github.com/outflank/outflank/qlearn/agents"
)

// TestLive: the stream deepens, has all legal moves, and ends with the values that advice finds elsewhere
// with the same limits.
func TestLive(t *testing.T) {
	url := serve(t, NewPool(nil, fair.NewPool(2)))
	for query, limits := range map[string]agents.AnalystLimits{
		"moves=f5d6c3&depth=7":   {Depth: 7, Exact: -1, Bytes: tableBytes},
		"start=6x6&depth=5":      {Depth: 5, Exact: -1, Bytes: tableBytes},
		"start=4x4&moves=b1":     {Depth: 60, Exact: -1, Bytes: tableBytes},
		"start=hex&depth=3":      {Depth: 3, Exact: -1, Bytes: tableBytes},
		"start=8x8-a1&depth=4":   {Depth: 4, Exact: -1, Bytes: tableBytes},
		"start=" + passing + "&": {Depth: 60, Exact: -1, Bytes: tableBytes},
	} {
		status, text := ask(t, url+"/api/v1/analysis?"+strings.ReplaceAll(query, " ", "+"))
		all, last := events[position.Values](t, text)
		if status != http.StatusOK || last != "end" || len(all) == 0 {
			t.Fatalf("%s: %d %s", query, status, text)
		}
		at := end(t, query)
		an := agents.NewAnalyst(at.Board.Shape, limits, nil)
		want := an.Best(t.Context(), at.Board)
		found := all[len(all)-1]
		if found.Depth != want.Depth || found.Exact != want.Exact || found.Nodes != want.Nodes ||
			found.Side != at.Color.String() || len(found.Moves) != at.Board.Moves().Len() {
			t.Errorf("%s: %+v, want %+v", query, found, want)
		}
		for i, m := range found.Moves {
			l := want.Lines[i]
			if m.Move != l.PV[0].String() || math.Abs(m.Value-l.Score) > 0.005 ||
				m.Line != string(engine.AppendTranscript(nil, l.PV)) {
				t.Errorf("%s: %+v, want %+v", query, m, l)
			}
		}
		for i, v := range all[1:] {
			if v.Depth < all[i].Depth || v.Nodes < all[i].Nodes || v.Seconds < all[i].Seconds {
				t.Errorf("%s: %+v after %+v", query, v, all[i])
			}
		}
	}
}

// passing is a position whose side to move has to pass.
const passing = "OX-------------------------------------------------------------- O"

// end returns the position that a query names.
func end(t *testing.T, query string) engine.Position {
	t.Helper()
	start, moves := "8x8", ""
	for part := range strings.SplitSeq(query, "&") {
		switch key, value, _ := strings.Cut(part, "="); key {
		case "start":
			start = value
		case "moves":
			moves = value
		}
	}
	_, at, err := place(start, moves).End()
	if err != nil {
		t.Fatal(err)
	}
	return at
}

// TestLiveOver: a game that is over has its result as value, and no moves.
func TestLiveOver(t *testing.T) {
	_, text := ask(t, serve(t, NewPool(nil, fair.NewPool(1)))+"/api/v1/analysis?start=4x4&moves=c4d4a2a3a4b4d3b1c1a1d2d1")
	all, last := events[position.Values](t, text)
	if len(all) != 1 || last != "end" || !all[0].Exact || all[0].Value != 2 || all[0].Side != "white" ||
		len(all[0].Moves) != 0 {
		t.Errorf("%s", text)
	}
}

// TestLines: only so many moves say what follows.
func TestLines(t *testing.T) {
	_, text := ask(t, serve(t, NewPool(nil, fair.NewPool(1)))+"/api/v1/analysis?depth=2&lines=1")
	all, _ := events[position.Values](t, text)
	if m := all[1].Moves; len(m) != 4 || len(m[0].Line) != 4 || m[1].Line != "" {
		t.Errorf("%s", text)
	}
}

// TestLiveLeaves: a search ends when its client is gone, and the pool is free again.
func TestLiveLeaves(t *testing.T) {
	p := NewPool(nil, fair.NewPool(2))
	url := serve(t, p)
	ctx, cancel := context.WithCancel(t.Context())
	var streams []*http.Response
	const most = 3 * analyses / 4 // of one client
	for range most {
		req, err := http.NewRequestWithContext(ctx, http.MethodGet, url+"/api/v1/analysis?seconds=600", nil)
		if err != nil {
			t.Fatal(err)
		}
		answer, err := http.DefaultClient.Do(req)
		if err != nil {
			t.Fatal(err)
		}
		streams = append(streams, answer)
	}
	for _, s := range streams { // all advance at once
		lines := bufio.NewReader(s.Body)
		for n := 0; n < 4; {
			line, err := lines.ReadString('\n')
			if err != nil {
				t.Fatal(err)
			}
			if strings.HasPrefix(line, "data: ") {
				n++
			}
		}
	}
	if ticket, err := p.tables.Join(""); err != nil || ticket.Ahead() == 0 {
		t.Error("there is memory left while all analyses run")
	} else {
		ticket.Leave()
	}
	cancel()
	for _, s := range streams {
		s.Body.Close()
	}
	for range most {
		if ticket, err := p.tables.Join(""); err != nil || !ticket.Wait(t.Context()) {
			t.Error("the memory is not free again")
		}
	}
	if !p.shares.Account("", 0).Turn(t.Context(), 2).Begin() { // memory is given back last
		t.Error("the pool is not free again")
	}
}

// TestRefused: what a query cannot ask for is a problem that says why.
func TestRefused(t *testing.T) {
	url := serve(t, NewPool(nil, fair.NewPool(1)))
	for query, want := range map[string]string{
		"analysis?depth=61":                            "depth=61: want 0 to 60",
		"analysis?depth=-1":                            "depth=-1",
		"analysis?seconds=601":                         "seconds=601: want 0 to 600",
		"analysis?lines=-1":                            "lines=-1",
		"analysis?moves=f5f5":                          "f5 by white is illegal",
		"analysis?start=9x9":                           "start: ",
		"analysis?nodes=5":                             `unknown parameter \"nodes\"`,
		"analysis?moves=" + strings.Repeat("f5", 5000): "10000 characters",
		"hint?nodes=20000001":                          "nodes=20000001",
		"hint?nodes=-1":                                "nodes=-1",
		"hint?moves=a1":                                "a1 by black is illegal",
		"review?depth=21":                              "depth=21: want 0 to 20",
		"review?moves=a1":                              "a1 by black is illegal",
		"review?start=" + strings.Repeat("X", 64):      "start: ",
	} {
		status, text := ask(t, url+"/api/v1/"+query)
		if status != http.StatusBadRequest || !strings.Contains(text, want) {
			t.Errorf("%.60s: %d %s, want %q", query, status, text, want)
		}
	}
}

// TestLiveBook: moves that the opening book knows carry its value, of all images of a position the same, and
// no others.
func TestLiveBook(t *testing.T) {
	b, err := book.Small()
	if err != nil {
		t.Fatal(err)
	}
	url := serve(t, NewPool(b, fair.NewPool(2)))
	for query, known := range map[string]bool{
		"moves=f5&depth=1": true, "moves=c4&depth=1": true, "depth=1": true, "moves=f5f6e6d6&depth=1": true,
		"start=6x6&depth=1": false, "start=hex&depth=1": false,
	} {
		at := end(t, query)
		want, err := b.Values(at.Board)
		if err != nil {
			t.Fatal(err)
		}
		if known != (len(want) > 0) {
			t.Errorf("%s: the book has %v", query, want)
		}
		_, text := ask(t, url+"/api/v1/analysis?"+query)
		all, _ := events[position.Values](t, text)
		for _, m := range all[len(all)-1].Moves {
			s, err := engine.ParseSquare(m.Move)
			if value, ok := want[s]; err != nil || ok != (m.Book != nil) || ok && value != *m.Book {
				t.Errorf("%s: %+v, want %v", query, m, want)
			}
		}
	}
}
