package study

import (
	"context"
	"fmt"
	"hash/fnv"
	"strings"

	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/engine/arena"
)

// Agents creates players. Its methods must be safe for concurrent use.
type Agents interface {
	// Player returns the player for an agent spec.
	Player(spec string) (arena.Player, error)
	// Starts returns n starting positions on boards of a shape, with holes drawn by the seed. Without holes it
	// returns one position.
	Starts(shape string, holes engine.Holes, n int, seed uint64) ([]engine.Game, error)
	// WithFiles returns a spec with the path of each file replaced by the result of name.
	WithFiles(spec string, name func(path string) (string, error)) (string, error)
	// Traits reports whether a spec's agent starts a program, and whether its games are repeatable.
	Traits(spec string) (program, repeats bool, err error)
}

// A meeting is a set of games between two players, who play each opening from both sides.
type meeting struct {
	A       string       `json:"a"` // spec; $DIR is the experiment's folder
	B       string       `json:"b"`
	Pairs   int          `json:"pairs"`           // number of pairs of games
	Shape   string       `json:"shape,omitempty"` // of the board; "" = 8x8
	Holes   engine.Holes `json:"holes,omitzero"`  // drawn for each opening
	Random  int          `json:"random"`          // random plies at the start
	Perturb float64      `json:"perturb"`         // probability of a random move, for both sides
	Own     uint64       `json:"own,omitempty"`   // added to the seed, see [meeting.own]
}

// own returns the number that a meeting adds to the seed. Meetings of agents trained or evolved in the
// experiment with different seeds get different openings and random moves, as intervals over seeds require.
// All other meetings of an experiment share openings and random moves, unless they set Own.
func (m *meeting) own() uint64 {
	if !m.made() {
		return m.Own
	}
	h := fnv.New64a()
	h.Write([]byte(m.A + " | " + m.B))
	return h.Sum64()
}

// made reports whether the experiment trained or evolved one of the agents.
func (m *meeting) made() bool { return strings.Contains(m.A+m.B, "$DIR") }

// key returns a text of everything that a pair of games depends on.
func (m *meeting) key(pair int) string {
	key := fmt.Sprintf("%s | %s | random %d", m.A, m.B, m.Random)
	if m.Perturb > 0 {
		key += fmt.Sprintf(" | perturb %g", m.Perturb)
	}
	if m.Own > 0 && !m.made() {
		key += fmt.Sprintf(" | openings %d", m.Own)
	}
	if m.Shape != "" || m.Holes.Share > 0 {
		key += fmt.Sprintf(" | %s holes %v of %d", m.Shape, m.Holes, m.Pairs)
	}
	return fmt.Sprintf("%s | pair %d", key, pair)
}

// twoGames is the result of one opening, played first with A as black, then with A as white.
type twoGames struct {
	Score [2]int `json:"score"` // disc difference for A
	A     use    `json:"a"`     // over both games
	B     use    `json:"b"`
}

// A use contains a player's figures over two games.
type use struct {
	Moves    int    `json:"moves"` // moves that the player chose
	NS       int64  `json:"ns"`    // time for these moves, in nanoseconds
	Nodes    uint64 `json:"nodes,omitempty"`
	Turns    int    `json:"turns"`    // turns on which the player was to move
	Mobility int    `json:"mobility"` // legal moves on these turns
	Middle   [3]int `json:"middle"`   // turns, legal moves and own discs in plies 21 to 40
	Early    [3]int `json:"early"`    // the same in plies 1 to 20
	Late     [3]int `json:"late"`     // the same in plies 41 to 60
	Forfeits int    `json:"forfeits,omitempty"`
}

// match returns the match of the meeting.
func (m *meeting) match(agents Agents, player func(spec string) (arena.Player, error),
	seed uint64) (*arena.Match, error) {
	a, err := player(m.A)
	if err != nil {
		return nil, err
	}
	b, err := player(m.B)
	if err != nil {
		return nil, err
	}
	match := &arena.Match{Players: []arena.Player{a, b}, Games: 2 * m.Pairs, Random: m.Random,
		Perturb: m.Perturb, Seed: seed + m.Own}
	if m.Shape != "" || m.Holes.Share > 0 {
		match.Openings, err = agents.Starts(m.Shape, m.Holes, m.Pairs, seed+m.Own)
	}
	return match, err
}

// playTwo plays an opening from both sides.
func playTwo(ctx context.Context, m *arena.Match, pairings [2]arena.Pairing) (t twoGames, err error) {
	cross := arena.NewTally(2)
	for _, p := range pairings {
		r, err := m.Play(ctx, p)
		if err != nil {
			return t, err
		}
		cross.Add(r)
		if r.Black == 0 {
			t.Score[engine.Black] = r.Score
		} else {
			t.Score[engine.White] = -r.Score
		}
	}
	t.A, t.B = useOf(cross, 0), useOf(cross, 1)
	return t, nil
}

// Swapped returns the games from B's view.
func (g twoGames) Swapped() twoGames {
	return twoGames{Score: [2]int{-g.Score[1], -g.Score[0]}, A: g.B, B: g.A}
}

func useOf(cross *arena.Tally, player int) use {
	s := cross.Stats(player)
	u := use{Moves: s.Usage.Moves, NS: s.Usage.Time.Nanoseconds(), Nodes: s.Usage.Nodes, Turns: s.Turns,
		Mobility: s.Mobility, Forfeits: cross.Forfeits(player)}
	for i, third := range []*[3]int{&u.Early, &u.Middle, &u.Late} {
		for _, phase := range s.ByPhase[2*i : 2*i+2] {
			third[0] += phase.Turns
			third[1] += phase.Mobility
			third[2] += phase.Discs
		}
	}
	return u
}
