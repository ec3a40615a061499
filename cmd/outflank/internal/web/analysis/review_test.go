package analysis

import (
	"encoding/json"
	"fmt"
	"net/http"
	"reflect"
	"testing"

	"github.com/outflank/outflank/cmd/outflank/internal/web/fair"
	"github.com/outflank/outflank/cmd/outflank/internal/web/position"
	"github.com/outflank/outflank/qlearn/agents"
)

// TestHint: a hint repeats, and is that of advice with as many nodes.
func TestHint(t *testing.T) {
	url := serve(t, NewPool(nil, fair.NewPool(2))) + "/api/v1/hint?moves=f5d6c3d3&nodes=20000"
	var v position.Values
	for range 2 {
		status, text := ask(t, url)
		if status != http.StatusOK {
			t.Fatal(text)
		}
		if err := json.Unmarshal([]byte(text), &v); err != nil {
			t.Fatal(err)
		}
		at := end(t, "moves=f5d6c3d3")
		limits := agents.AnalystLimits{Nodes: 20000, Exact: -1, Bytes: tableBytes}
		r := agents.NewAnalyst(at.Board.Shape, limits, nil).Best(t.Context(), at.Board)
		if v.Depth != r.Depth || v.Nodes != r.Nodes || v.Value != r.Lines[0].Score ||
			v.Moves[0].Move != r.Lines[0].PV[0].String() {
			t.Errorf("%+v, want %+v", v, r)
		}
	}
}

// TestReview: the moves come in the order of the game, then all of them and the players.
func TestReview(t *testing.T) {
	const moves = "c4d4a2a3a4b4d3b1c1a1d2d1"
	_, text := ask(t, serve(t, NewPool(nil, fair.NewPool(2)))+"/api/v1/review?start=4x4&black=Anna&white=%3Cb%3E&moves="+moves)
	all, last := events[Review](t, text)
	if len(all) != 13 || last != "end" {
		t.Fatalf("%d events: %s", len(all), text)
	}
	g := all[12].Game
	if g == nil || all[12].Judged != nil || g.Transcript != moves || g.Players[0].Name != "Anna" ||
		g.Players[1].Name != "<b>" || g.Players[1].Loss != 14 {
		t.Errorf("%+v", g)
	}
	for i, r := range all[:12] {
		if r.Done != i+1 || r.Moves != 12 || r.Game != nil || !reflect.DeepEqual(*r.Judged, g.Moves[i]) {
			t.Errorf("event %d: %+v, want %+v", i, r.Judged, g.Moves[i])
		}
	}
}

// TestReviewAsLive: a live analysis of a position as deep as the review finds the same values, so that a page may
// show both.
func TestReviewAsLive(t *testing.T) {
	url := serve(t, NewPool(nil, fair.NewPool(2)))
	const moves = "f5d6c3d3c4b3b2"
	_, text := ask(t, url+"/api/v1/review?depth=6&moves="+moves)
	all, _ := events[Review](t, text)
	if len(all) != 8 {
		t.Fatal(text)
	}
	for i, m := range all[7].Game.Moves {
		_, text := ask(t, fmt.Sprintf("%s/api/v1/analysis?depth=%d&moves=%s", url, m.Depth, moves[:2*i]))
		values, _ := events[position.Values](t, text)
		for _, v := range values[len(values)-1].Moves {
			if v.Move == m.Move && v.Value != m.Value || v.Move == m.Best && v.Value != m.BestValue {
				t.Errorf("%s is worth %v, in the review %+v", v.Move, v.Value, m)
			}
		}
	}
}

// TestReviewNothing: a game without moves has the value of its start.
func TestReviewNothing(t *testing.T) {
	_, text := ask(t, serve(t, NewPool(nil, fair.NewPool(1)))+"/api/v1/review?start=4x4")
	all, last := events[Review](t, text)
	if len(all) != 1 || last != "end" || all[0].Game == nil || all[0].Game.StartValue != -10 ||
		all[0].Moves != 0 {
		t.Errorf("%s", text)
	}
}
