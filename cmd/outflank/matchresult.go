package main

import (
	"fmt"
	"math"
	"strings"
	"time"

	"github.com/outflank/outflank/dataset"
	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/engine/arena"
)

// A matchResult is what a match reports; the JSON fields are stable.
type matchResult struct {
	Pairs   []matchPair   `json:"pairs"`
	Ratings []matchRating `json:"ratings"`
	Players []matchPlayer `json:"players"`
	Test    *matchTest    `json:"sprt,omitempty"`
	matchSettings
	Seconds float64 `json:"seconds"`

	cross         *arena.Cross
	names         []string
	test          *arena.SPRT
	played, total int
	reasons       map[int]string  // of the first forfeit of a player
	different     map[string]bool // transcripts, up to a number that shows that they vary
}

// matchSettings are the settings that the report repeats.
type matchSettings struct {
	Protocol   string  `json:"protocol,omitempty"`
	Games      int     `json:"games_per_pair"`
	Perturb    float64 `json:"perturb"`
	Random     int     `json:"random_plies"`
	Seed       uint64  `json:"seed"`
	Openings   string  `json:"openings,omitempty"`
	Shuffle    bool    `json:"shuffle,omitempty"` // the seed orders the openings
	Ties       string  `json:"ties,omitempty"`    // of equal moves, for agents whose spec says nothing else
	Adjudicate int     `json:"adjudicate,omitempty"`
}

type matchPair struct {
	A      string  `json:"a"`
	B      string  `json:"b"`
	Games  int     `json:"games"`
	Wins   int     `json:"wins"`
	Draws  int     `json:"draws"`
	Losses int     `json:"losses"`
	Score  float64 `json:"score"` // (wins + draws/2) / games of a
	Low    float64 `json:"low"`   // 95 % interval of the score
	High   float64 `json:"high"`
	Discs  float64 `json:"mean_disc_difference"` // for a

	Pentanomial arena.Pentanomial `json:"pentanomial"` // pairs of games in which a got 0, ½, 1, 1½, 2 points
	Elo         *float64          `json:"elo"`         // of a over b, from the pairs; null where it is infinite or unknown
	EloLow      *float64          `json:"elo_low"`
	EloHigh     *float64          `json:"elo_high"`
	Superiority float64           `json:"superiority"` // likelihood that a is stronger
}

type matchRating struct {
	Name string  `json:"name"`
	Elo  float64 `json:"elo"`
	Low  float64 `json:"low"`
	High float64 `json:"high"`
}

// A matchPlayer is what a player did besides winning and losing.
type matchPlayer struct {
	Name     string    `json:"name"`
	Games    int       `json:"games"`
	Moves    int       `json:"moves"` // that it chose itself
	Millis   float64   `json:"ms_per_move"`
	Nodes    float64   `json:"nodes_per_move"`    // 0 for agents that do not count
	Mobility float64   `json:"mobility"`          // mean number of legal moves on its turns
	ByPhase  []float64 `json:"mobility_by_phase"` // of the plies 1–10, 11–20, …, 51 and later
	Judged   int       `json:"adjudicated"`
	Crashes  int       `json:"crashes"`
	Forfeits int       `json:"forfeits"`
	Reason   string    `json:"first_forfeit,omitempty"` // why it forfeited the first of them
}

// A matchTest is what the test of a match says.
type matchTest struct {
	arena.SPRT
	arena.Verdict
}

func newMatchResult(cfg matchConfig, m *arena.Match) *matchResult {
	r := &matchResult{
		matchSettings: matchSettings{cfg.Protocol, m.Games, m.Perturb, m.Random, m.Seed, cfg.Openings, cfg.Shuffle, cfg.Ties, cfg.Adjudicate},
		cross:         arena.NewCross(len(m.Players)), total: m.Total(), different: map[string]bool{}, reasons: map[int]string{},
	}
	r.test, _ = cfg.test() // was checked
	for _, p := range m.Players {
		r.names = append(r.names, p.Name)
	}
	return r
}

// add counts a game.
func (r *matchResult) add(game arena.Result) {
	r.cross.Add(game)
	r.played++
	if len(r.different) < 1000 {
		r.different[game.Game.String()] = true
	}
	r.noteForfeit(game)
}

// decided tells whether the test, if there is one, has accepted a hypothesis.
func (r *matchResult) decided() bool {
	return r.test != nil && r.played%2 == 0 && r.test.Test(r.cross.Pentanomial(0, 1)).Accept != ""
}

// noteForfeit keeps why a player forfeited for the first time.
func (r *matchResult) noteForfeit(game arena.Result) {
	if game.Forfeit == nil {
		return
	}
	loser := [2]int{engine.Black: game.Black, engine.White: game.White}[game.Forfeit.Color]
	if _, before := r.reasons[loser]; !before {
		r.reasons[loser] = game.Forfeit.Err.Error()
	}
}

// writeGame makes a row of a games table of a game that was played.
func writeGame(table *dataset.Writer, r arena.Result, names []string) error {
	g := dataset.Game{
		Game: r.Game, Record: r.Pairing.Game, TournamentID: -1, BlackID: r.Black, WhiteID: r.White,
		Black: names[r.Black], White: names[r.White], Score: r.Score,
	}
	if err := g.Replay(); err != nil {
		return err
	}
	if r.Judged {
		g.Theory, g.TheoryEmpties = r.Score, g.Empties
	}
	return table.Write(g)
}

// benchMark begins what a table of games says about how it was made.
const benchMark = "outflank bench"

// matchMeta is what a table of games says about the match they come from.
func matchMeta(cfg matchConfig, m *arena.Match) map[string]string {
	names := make([]string, len(m.Players))
	for i, p := range m.Players {
		names[i] = p.Name
	}
	meta := map[string]string{
		"made_by": benchMark + " " + strings.Join(names, " "),
		"games":   fmt.Sprint(m.Games), "perturb": fmt.Sprint(m.Perturb),
		"random_plies": fmt.Sprint(m.Random), "seed": fmt.Sprint(m.Seed),
	}
	for key, value := range map[string]string{"protocol": cfg.Protocol, "openings": cfg.Openings, "ties": cfg.Ties} {
		if value != "" {
			meta[key] = value
		}
	}
	if cfg.Shuffle {
		meta["shuffle"] = "true"
	}
	if cfg.Adjudicate > 0 {
		meta["adjudicate"] = fmt.Sprint(cfg.Adjudicate)
	}
	return meta
}

// summarise computes pairs, ratings and players from the cross table.
func (r *matchResult) summarise(took time.Duration) {
	r.Seconds = took.Seconds()
	var met []arena.Pair
	for _, p := range r.cross.Pairs() {
		if p.Games() > 0 {
			met = append(met, p)
			r.Pairs = append(r.Pairs, r.pair(p))
		}
	}
	for _, e := range arena.Rate(met) {
		r.Ratings = append(r.Ratings, matchRating{r.names[e.Player], e.Elo, e.Low, e.High})
	}
	for i := range r.names {
		r.Players = append(r.Players, r.player(i))
	}
	if r.test != nil {
		r.Test = &matchTest{*r.test, r.test.Test(r.cross.Pentanomial(0, 1))}
	}
}

func (r *matchResult) pair(p arena.Pair) matchPair {
	low, high := p.Interval()
	five := r.cross.Pentanomial(p.A, p.B)
	elo, eloLow, eloHigh := five.Elo()
	return matchPair{
		A: r.names[p.A], B: r.names[p.B], Games: p.Games(),
		Wins: p.Wins, Draws: p.Draws, Losses: p.Losses, Score: p.Score(), Low: low, High: high,
		Discs:       float64(p.Discs) / float64(p.Games()),
		Pentanomial: five, Elo: finite(elo), EloLow: finite(eloLow), EloHigh: finite(eloHigh), Superiority: five.Superiority(),
	}
}

// finite returns nil for what JSON has no number for.
func finite(x float64) *float64 {
	if math.IsInf(x, 0) || math.IsNaN(x) {
		return nil
	}
	return &x
}

func (r *matchResult) player(i int) matchPlayer {
	s := r.cross.Sum(i)
	p := matchPlayer{
		Name: r.names[i], Games: s.Games, Moves: s.Use.Moves,
		Millis: ratio(s.Use.Time.Seconds()*1000, s.Use.Moves), Nodes: ratio(float64(s.Use.Nodes), s.Use.Moves),
		Mobility: ratio(float64(s.Mobility), s.Turns),
		Judged:   s.Judged, Crashes: s.Use.Crashes, Forfeits: r.cross.Forfeits(i), Reason: r.reasons[i],
	}
	for _, phase := range s.ByPhase {
		p.ByPhase = append(p.ByPhase, ratio(float64(phase.Mobility), phase.Turns))
	}
	return p
}

// ratio returns x/n, 0 for n = 0.
func ratio(x float64, n int) float64 {
	if n == 0 {
		return 0
	}
	return x / float64(n)
}
