package gauntlet

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"slices"

	"github.com/outflank/outflank/engine/arena"
	"github.com/outflank/outflank/engine/runtime/durable"
	"github.com/outflank/outflank/engine/runtime/portable"
	"github.com/outflank/outflank/engine/runtime/text"
)

// A Card is the outcome of a run, stored as a [durable.Document]. The JSON fields are stable.
type Card struct {
	Result     Result     `json:"result"`
	Digest     string     `json:"digest"` // SHA-256 of the result; a second run gives the same
	Conditions Conditions `json:"conditions"`
}

// A Result is the part of a card that a second run reproduces, if the agent is repeatable.
type Result struct {
	Edition  int    `json:"edition"`
	Set      string `json:"set_sha256"` // of all that the edition fixes, see [SetHash]
	Standard bool   `json:"standard"`   // false for a try-out
	Agent    Agent  `json:"agent"`
	// Declared is what the author states about the agent, by one of [Declarable]. It is not checked.
	Declared map[string]string `json:"declared"`
	// Rating is in Elo points above the random anchor, with a 95 % interval.
	Rating  arena.RatingSummary `json:"rating"`
	Matches []Match             `json:"matches"` // in the order of the anchors
	// Loss is the mean loss of the moves in the positions. An illegal or missing move counts as the worst move.
	Loss     arena.Loss `json:"loss"`
	Bands    []Band     `json:"loss_by_empties"`
	Failures Failures   `json:"failures"`
	Games    string     `json:"games_sha256"` // of games.pgn
}

// Declarable are the keys of [Result.Declared].
var Declarable = []string{"author", "compute", "note", "training games"}

// A Match is the result of the agent against an anchor.
type Match struct {
	arena.PairSummary         // the agent is A
	AnchorElo         float64 `json:"anchor_elo"` // Elo points above the random anchor
	Expected          float64 `json:"expected"`   // score that the ratings predict
	Forfeits          int     `json:"forfeits"`   // games that the agent lost by an illegal move, an error or silence
}

// A Band is the mean loss in positions with similar numbers of empty squares.
type Band struct {
	From int `json:"empties_from"`
	To   int `json:"empties_to"`
	arena.Loss
}

// bands are the ranges of empty squares of the bands.
var bands = [][2]int{{12, 21}, {22, 31}, {32, 41}, {42, 51}}

// bandOf returns the index of the band of a number of empty squares.
func bandOf(empties int) int {
	return slices.IndexFunc(bands, func(b [2]int) bool { return b[0] <= empties && empties <= b[1] })
}

// Failures counts illegal moves, errors and silence of the agent.
type Failures struct {
	Games int    `json:"games"`                  // that the agent forfeited
	Moves int    `json:"moves"`                  // positions without a legal answer
	First string `json:"first_reason,omitempty"` // reason for the first failure
}

// Conditions are the part of a card that differs between machines.
type Conditions struct {
	Program string  `json:"program"`     // version and hash of the program
	Machine string  `json:"machine"`     // system, architecture and number of processors
	Millis  float64 `json:"ms_per_move"` // in the games; 0 = not measured
}

// rate computes the ratings by the model of Bradley and Terry from the games of the agent and those of the
// anchors, see [arena.Rate]. Intervals are relative to the mean of all players.
func (r *Result) rate() {
	pairs, agent := anchorPairs(), len(Anchors)
	for i, m := range r.Matches {
		pairs = append(pairs, arena.Pair{A: agent, B: i, Wins: m.Wins, Draws: m.Draws, Losses: m.Losses})
	}
	list := arena.Rate(pairs)
	e, zero := list[agent], list[0].Elo
	r.Rating = arena.RatingSummary{Name: r.Agent.Name, Elo: e.Elo - zero, Low: e.Low - zero, High: e.High - zero}
	for i := range r.Matches {
		r.Matches[i].AnchorElo = list[i].Elo - zero
		r.Matches[i].Expected = 1 / (1 + portable.Exp((list[i].Elo-e.Elo)/arena.Scale))
	}
}

// digest returns the SHA-256 of the result as JSON.
func (r Result) digest() (string, error) {
	data, err := json.Marshal(r)
	return durable.SHA256(data), err
}

// Line returns the result in one line for quotation.
func (c *Card) Line() string {
	r := &c.Result
	edition := fmt.Sprintf("gauntlet edition %d", r.Edition)
	if !r.Standard {
		edition += ", a try-out"
	}
	return fmt.Sprintf("%s: Elo %s (%s to %s), %.2f discs lost per move (%.2f–%.2f); %s, digest %.12s",
		r.Agent.Name, text.Signed(r.Rating.Elo), text.Signed(r.Rating.Low), text.Signed(r.Rating.High), r.Loss.Mean,
		r.Loss.Low, r.Loss.High, edition, c.Digest)
}

const cardName = "card.json"

// write writes the files of a card.
func (c *Card) write(dir string) error {
	p := c.page()
	data, err := durable.Document(c)
	if err != nil {
		return err
	}
	return cmp.Or(p.write(filepath.Join(dir, "card")), durable.WriteFile(filepath.Join(dir, cardName), data))
}

// ReadCard reads the card in a folder or a file. The error is a [*durable.FileError] if the card is damaged or
// its digest does not fit its result.
func ReadCard(path string) (*Card, error) {
	if info, err := os.Stat(path); err == nil && info.IsDir() {
		path = filepath.Join(path, cardName)
	}
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	c := &Card{}
	if err = durable.ReadDocument(data, c); err == nil {
		err = c.check()
	}
	if err != nil {
		return nil, &durable.FileError{File: path, Err: err}
	}
	return c, nil
}

// check returns an error unless the card belongs to this edition and agrees with itself.
func (c *Card) check() error {
	if set := SetHash(); c.Result.Set != set {
		return fmt.Errorf("edition %d, set %.12s: want edition %d, set %.12s", c.Result.Edition, c.Result.Set,
			Edition, set)
	}
	if len(c.Result.Matches) != len(Anchors) {
		return fmt.Errorf("%d matches, want %d", len(c.Result.Matches), len(Anchors))
	}
	digest, err := c.Result.digest()
	rated := c.Result
	rated.Matches = slices.Clone(rated.Matches)
	rated.rate()
	if digest != c.Digest || !reflect.DeepEqual(rated, c.Result) {
		err = cmp.Or(err, errors.New("the digest or the rating does not fit the results"))
	}
	return err
}
