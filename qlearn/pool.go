package qlearn

import (
	"math/rand/v2"
	"slices"

	"github.com/outflank/outflank/engine/arena"
)

// Pool holds the settings for past checkpoints as opponents, see [Against].
type Pool struct {
	Every int `json:"every" toml:"every"` // games between checkpoints; 0 = keep none
	Size  int `json:"size" toml:"size"`   // number of checkpoints to keep; the weakest is dropped
}

// A Member is a past checkpoint.
type Member struct {
	Games  int     `json:"games"`  // games learned from when it was kept
	Played int     `json:"played"` // games that the model has since played against it
	Points float64 `json:"points"` // points of the model in these games
	params [][]float32
}

// Score returns the model's share of the points against the member. It adds one win and one loss, which keeps
// shares of few games from being extreme.
func (m Member) Score() float64 { return (m.Points + 1) / float64(m.Played+2) }

// Elo returns the model's lead over the member in Elo points.
func (m Member) Elo() float64 { return arena.Difference(m.Score()) }

// pool holds the members and an actor's results against them. Members do not change during a round. Each
// actor has its own pool with the same members.
type pool struct {
	members []Member
	results []meeting // from this round
	players []Approximator
}

type meeting struct {
	member int
	points float64
}

// draw returns a random member, or -1 if there is none. It prefers members that do better against the model
// (prioritised fictitious self-play, Vinyals et al. 2019).
func (p *pool) draw(rng *rand.Rand) int {
	if p == nil || len(p.members) == 0 {
		return -1
	}
	sum := 0.0
	for _, m := range p.members {
		sum += 1 - m.Score()
	}
	x := rng.Float64() * sum
	for i, m := range p.members {
		if x -= 1 - m.Score(); x < 0 {
			return i
		}
	}
	return len(p.members) - 1
}

// player returns an approximator of the same kind as like with a member's weights.
func (p *pool) player(i int, like Approximator) Approximator {
	for len(p.players) < len(p.members) {
		p.players = append(p.players, nil)
	}
	if p.players[i] == nil {
		q := like.Clone()
		copyParams(q.Params(), p.members[i].params)
		p.players[i] = q
	}
	return p.players[i]
}

func (p *pool) note(i int, points float64) { p.results = append(p.results, meeting{i, points}) }

// add adds a member. If the pool is full, it replaces the weakest member.
func (p *pool) add(m Member, size int) {
	if len(p.members) >= size {
		weakest := 0
		for i := range p.members {
			if p.members[i].Score() > p.members[weakest].Score() {
				weakest = i
			}
		}
		p.members = slices.Delete(p.members, weakest, weakest+1)
	}
	p.members = append(p.members, m)
}

// copyParams copies src to dst.
func copyParams(dst, src [][]float32) {
	for i := range dst {
		copy(dst[i], src[i])
	}
}

// cloneParams returns a copy of src.
func cloneParams(src [][]float32) [][]float32 {
	dst := make([][]float32, len(src))
	for i := range src {
		dst[i] = slices.Clone(src[i])
	}
	return dst
}
