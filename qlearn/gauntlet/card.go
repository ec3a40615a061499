package gauntlet

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"os"
	"path/filepath"

	"github.com/outflank/outflank/engine/arena"
	"github.com/outflank/outflank/engine/notation"
	"github.com/outflank/outflank/engine/runtime/durable"
	"github.com/outflank/outflank/engine/runtime/portable"
	"github.com/outflank/outflank/engine/runtime/text"
)

// A Card is the outcome of a run, stored as a [durable.Document]. The JSON fields are stable.
type Card struct {
	Result     Result     `json:"result"`
	Digest     string     `json:"digest"` // SHA-256 of the result; a second run gives the same
	Declared   Declared   `json:"declared"`
	Conditions Conditions `json:"conditions"`
}

// A Result is the part of a card that a second run reproduces, if the agent is repeatable.
type Result struct {
	Edition  int    `json:"edition"`
	Set      string `json:"set_sha256"` // of all that the edition fixes, see [SetHash]
	Standard bool   `json:"standard"`   // false for a try-out
	Agent    Agent  `json:"agent"`
	// Rating is in Elo points above the random anchor, with a 95 % interval.
	Rating  arena.RatingSummary `json:"rating"`
	Matches []Match             `json:"matches"` // in the order of the anchors
	// Loss is the mean loss of the moves in the positions. An illegal or missing move counts as the worst move.
	Loss     arena.Loss `json:"loss"`
	Failures Failures   `json:"failures"`
	Games    string     `json:"games_sha256"` // of games.pgn
}

// Declared is what the author of an agent states. It is not checked.
type Declared struct {
	Name    string `json:"name,omitempty"`           // of the agent, for tables; "" = its spec
	Games   string `json:"training_games,omitempty"` // number of games from which the agent learned
	Compute string `json:"compute,omitempty"`        // for learning
	Author  string `json:"author,omitempty"`
	Note    string `json:"note,omitempty"`
}

// or returns d with the statements of old where d has none.
func (d Declared) or(old Declared) Declared {
	return Declared{cmp.Or(d.Name, old.Name), cmp.Or(d.Games, old.Games), cmp.Or(d.Compute, old.Compute),
		cmp.Or(d.Author, old.Author), cmp.Or(d.Note, old.Note)}
}

// A Match is the result of the agent against an anchor.
type Match struct {
	arena.PairSummary         // the agent is A
	AnchorElo         float64 `json:"anchor_elo"` // Elo points above the random anchor
	Expected          float64 `json:"expected"`   // score that the ratings predict
	Forfeits          int     `json:"forfeits"`   // games lost by an illegal move, an error or silence
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

// rate computes the ratings by the model of Bradley and Terry. The games between anchors alone rate the
// anchors, see [arena.Rate]. The agent has the rating at which the expected sum of its scores against the
// anchors is the measured sum: the likeliest rating for equal numbers of games. The model does not fit
// exactly, so weights by the number of games, which depends on the scores, would shift ratings, and a joint
// fit would give each card another scale. Half a virtual draw against each anchor keeps the rating finite.
// The interval comes from the errors of the scores, with the pair of games as the unit.
func (r *Result) rate() {
	anchors := arena.Rate(anchorPairs())
	expected := func(i int, elo float64) float64 {
		return 1 / (1 + portable.Exp((r.Matches[i].AnchorElo-elo)/arena.Scale))
	}
	score, variance := 0.0, 0.0
	for i := range r.Matches {
		m := &r.Matches[i]
		m.AnchorElo = anchors[i].Elo - anchors[0].Elo
		score += (float64(m.Wins) + float64(m.Draws)/2 + 0.25) / (float64(m.Games) + 0.5)
		variance += float64(m.Pentanomial.StdErr() * m.Pentanomial.StdErr())
	}
	low, high, slope := -5000.0, 5000.0, 0.0
	for range 60 { // bisection, to 1e-14 points
		middle, sum := float64((low+high)/2), 0.0
		slope = 0
		for i := range r.Matches {
			p := expected(i, middle)
			sum += p
			slope += float64(p*(1-p)) / arena.Scale
		}
		if sum < score {
			low = middle
		} else {
			high = middle
		}
	}
	half := float64(arena.Z*math.Sqrt(variance)) / slope
	r.Rating = arena.RatingSummary{Name: r.Agent.Spec, Elo: low, Low: low - half, High: low + half}
	for i := range r.Matches {
		r.Matches[i].Expected = expected(i, low)
	}
}

// digest returns the SHA-256 of the result as JSON.
func (r Result) digest() string {
	data, _ := json.Marshal(r) // it has only finite numbers
	return durable.SHA256(data)
}

// Name returns the name of the agent in tables.
func (c *Card) Name() string { return cmp.Or(c.Declared.Name, c.Result.Agent.Spec) }

// Line returns the result in one line for quotation.
func (c *Card) Line() string {
	r := &c.Result
	edition := fmt.Sprintf("gauntlet edition %d", r.Edition)
	if !r.Standard {
		edition += ", a try-out"
	}
	return fmt.Sprintf("%s: Elo %s (%s to %s), %.2f discs lost per move (%.2f–%.2f); %s, digest %.12s",
		c.Name(), text.Signed(r.Rating.Elo), text.Signed(r.Rating.Low), text.Signed(r.Rating.High), r.Loss.Mean,
		r.Loss.Low, r.Loss.High, edition, c.Digest)
}

const (
	cardName  = "card.json"
	gamesName = "games.pgn"
)

// write completes the card with its hashes, and writes its files, card.json last.
func (c *Card) write(dir string, games []notation.Record) error {
	var pgn bytes.Buffer
	for _, r := range games {
		if err := notation.PGN.Write(&pgn, r); err != nil {
			return err
		}
	}
	c.Result.Games = durable.SHA256(pgn.Bytes())
	c.Digest = c.Result.digest()
	return cmp.Or(durable.WriteFile(filepath.Join(dir, gamesName), pgn.Bytes()),
		c.page().write(filepath.Join(dir, "card")), writeDocument(filepath.Join(dir, cardName), c))
}

// writeDocument writes v as a [durable.Document].
func writeDocument(path string, v any) error {
	data, err := durable.Document(v)
	if err != nil {
		return err
	}
	return durable.WriteFile(path, data)
}

// ReadCard reads the card in a folder or a file. The error is a [*durable.FileError] if the card is damaged,
// changed, or of another edition, or if games.pgn beside it is not the file of its games. A card without
// games.pgn is valid.
func ReadCard(path string) (*Card, error) {
	if info, err := os.Stat(path); err == nil && info.IsDir() {
		path = filepath.Join(path, cardName)
	}
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	c := &Card{}
	switch err = durable.ReadDocument(data, c); {
	case err == nil && c.Result.Set != SetHash():
		err = fmt.Errorf("edition %d, set %.12s: want edition %d, set %.12s", c.Result.Edition, c.Result.Set,
			Edition, SetHash())
	case err == nil && c.Digest != c.Result.digest():
		err = errors.New("the digest does not fit the results")
	}
	if err != nil {
		return nil, &durable.FileError{File: path, Err: err}
	}
	games := filepath.Join(filepath.Dir(path), gamesName)
	switch sum, err := durable.SHA256File(games); {
	case errors.Is(err, fs.ErrNotExist):
	case err != nil:
		return nil, err
	case sum != c.Result.Games:
		return nil, &durable.FileError{File: games, Err: fmt.Errorf("SHA-256 %.12s…: want %.12s…, as in %s; "+
			"run the gauntlet again to restore it", sum, c.Result.Games, filepath.Base(path))}
	}
	return c, nil
}
