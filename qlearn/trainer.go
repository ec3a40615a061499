package qlearn

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"iter"
	"math"
	"sync"

	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/engine/search"
)

// A Trainer improves the weights of an approximator, round by round. It is not safe for concurrent use. While
// it learns, no other code may use the approximator.
type Trainer struct {
	// Workers is the number of goroutines that run the actors; 0 = 1. It does not affect the result, except with
	// [Config.Asynchronous].
	Workers int
	// Solve returns the score of perfect play for the side to move, for [Config.Exact]. That side must have a
	// move. If Solve is nil, no position is solved.
	Solve func(engine.Board) int
	// Potential creates the evaluators of [Config.Potential], one for each actor; nil = [OpenPotential] does.
	Potential func() search.Evaluator
	// Elsewhere makes the actors of each round learn on other machines if several actors start with the same
	// weights; nil = they learn here. The result is the same.
	Elsewhere rounds

	q       Approximator
	cfg     Config
	source  Source
	done    int // games learned from
	actors  []*actor
	pool    pool
	average [][]float32 // Polyak's average
	before  [][]float32 // parameters at the start of the round, if actors change q itself
}

// Stats contains the training statistics of a round.
type Stats struct {
	Games   int // games learned from so far
	Total   int // games to learn from in all
	Round   int // games of the round
	Updates int // moves learned from in the round
	// GreedyMoves counts recorded moves with the highest Q, and moves of the model that were not random.
	GreedyMoves int
	Error       float64 // root mean square of target − Q(s,a) over the moves, before each update
	Alpha       float64 // step size of the last game
	Epsilon     float64 // probability of a random move in the last game
	Score       float64 // share of the points against opponents; NaN = no opponents
	Opposed     int     // games against opponents
}

// New returns a trainer that trains q on the source's games. With [DoubleQ] it trains two sets of weights,
// both starting from those of q.
func New(q Approximator, cfg Config, source Source) (*Trainer, error) {
	if err := cmp.Or(cfg.Check(), checkSource(source)); err != nil {
		return nil, err
	}
	if cfg.Games == 0 {
		return nil, errors.New("qlearn: games is 0: there is nothing to learn from")
	}
	if cfg.Rule == DoubleQ {
		q = newDouble(q)
	}
	t := &Trainer{q: q, cfg: cfg, source: source}
	switch {
	case cfg.Asynchronous: // one actor per goroutine, see asynchronously
	case cfg.Actors == 1:
		t.actors = []*actor{newActor(q, &t.cfg)}
	default:
		for range cfg.Actors {
			t.actors = append(t.actors, newActor(q.Clone(), &t.cfg))
		}
	}
	return t, nil
}

// Done returns the number of games learned from.
func (t *Trainer) Done() int { return t.done }

// Members returns the past checkpoints that the model plays against.
func (t *Trainer) Members() []Member { return t.pool.members }

// Train learns from the remaining games and yields after each round. It stops after an error, when ctx ends,
// or when the consumer breaks. A round that is interrupted changes nothing, and you may call Train again.
func (t *Trainer) Train(ctx context.Context) iter.Seq2[Stats, error] {
	return func(yield func(Stats, error) bool) {
		for t.done < t.cfg.Games {
			st, err := t.round(ctx)
			if !yield(st, err) || err != nil {
				return
			}
		}
	}
}

// round makes every actor learn its games and combines the changes.
func (t *Trainer) round(ctx context.Context) (Stats, error) {
	if err := t.openPotential(); err != nil {
		return Stats{Games: t.done, Total: t.cfg.Games}, fmt.Errorf("qlearn: potential: %w", err)
	}
	games := min(t.cfg.Actors*t.cfg.Batch, t.cfg.Games-t.done)
	alone := t.cfg.Asynchronous || t.cfg.Actors == 1
	if alone {
		t.remember() // so that a failed round can be undone
	}
	learn, workers := t.separately, min(max(1, t.Workers), t.cfg.Actors)
	if t.cfg.Asynchronous {
		learn = t.asynchronously
	}
	if err := learn(ctx, games, workers); err != nil {
		if alone {
			copyParams(t.q.Params(), t.before)
		}
		return Stats{Games: t.done, Total: t.cfg.Games},
			fmt.Errorf("qlearn: after %d of %d games: %w", t.done, t.cfg.Games, err)
	}
	t.done += games
	t.smooth()
	t.keep(games)
	return t.stats(games), nil
}

// remember saves a copy of the current parameters.
func (t *Trainer) remember() {
	if t.before == nil {
		t.before = cloneParams(t.q.Params())
		return
	}
	copyParams(t.before, t.q.Params())
}

// separately makes every actor learn its games from the same weights, and merges the changes.
func (t *Trainer) separately(ctx context.Context, games, workers int) error {
	n := len(t.actors)
	if t.Elsewhere != nil && n > 1 {
		if err := t.elsewhere(ctx, games); err != nil {
			return err
		}
		t.merge(workers)
		return nil
	}
	errs := make([]error, n)
	together(workers, func(w int) {
		for i := w; i < n; i += workers {
			errs[i] = t.learnFrom(ctx, t.actors[i], t.done+games*i/n, t.done+games*(i+1)/n)
		}
	})
	if err := cmp.Or(errs...); err != nil {
		return err
	}
	if n > 1 {
		t.merge(workers)
	}
	return nil
}

// together calls f concurrently for 0 to workers-1.
func together(workers int, f func(w int)) {
	var group sync.WaitGroup
	for w := range workers {
		group.Go(func() { f(w) })
	}
	group.Wait()
}

// learnFrom makes an actor learn games from to to-1, starting from the trainer's weights.
func (t *Trainer) learnFrom(ctx context.Context, a *actor, from, to int) error {
	if t.cfg.Actors > 1 {
		copyParams(a.q.Params(), t.q.Params())
	}
	t.begin(a)
	return t.learnGames(ctx, a, from, to)
}

// openPotential opens the evaluator of the potential if there is one and the caller has not set it.
func (t *Trainer) openPotential() (err error) {
	if t.cfg.Potential != "" && t.Potential == nil {
		t.Potential, err = OpenPotential(t.cfg.Potential)
	}
	return err
}

// begin prepares an actor for a round.
func (t *Trainer) begin(a *actor) {
	if t.cfg.Potential != "" && a.potential == nil {
		a.potential = t.Potential()
	}
	a.solve, a.tally = t.Solve, tally{}
	if a.pool == nil {
		a.pool = &pool{}
	}
	a.pool.members, a.pool.results = t.pool.members, a.pool.results[:0]
}

// learnGames makes an actor learn games from to to-1.
func (t *Trainer) learnGames(ctx context.Context, a *actor, from, to int) error {
	for n := from; n < to; n++ {
		if err := ctx.Err(); err != nil {
			return err
		}
		if err := a.learnGame(ctx, t.source, n); err != nil {
			return fmt.Errorf("game %d: %w", n+1, err)
		}
	}
	return nil
}

// merge adds to each weight the mean of its changes over the actors that changed it. Most pattern contents
// occur for only one actor in a round; a mean over all actors would dilute its changes. A sum would overshoot
// for contents that all actors meet.
func (t *Trainer) merge(workers int) {
	into := t.q.Params()
	from := make([][][]float32, len(t.actors))
	for i, a := range t.actors {
		from[i] = a.q.Params()
	}
	together(workers, func(w int) {
		for k, dst := range into {
			low, high := len(dst)*w/workers, len(dst)*(w+1)/workers
			mergeBlock(dst[low:high], from, k, low)
		}
	})
}

// mergeBlock merges a part of block k of the parameters that starts at low. Few weights change in a round, so
// it skips eight unchanged weights at a time.
func mergeBlock(dst []float32, from [][][]float32, k, low int) {
	own, by := make([][]float32, len(from)), []float32{-1} // 0 / -1 is -0, and adding it keeps both 0 and -0
	for i, params := range from {
		own[i], by = params[k][low:][:len(dst)], append(by, float32(i+1))
	}
	for at := 0; at < len(dst); at += 8 {
		end := min(at+8, len(dst))
		for _, params := range own {
			if differ(dst[at:end], params[at:end]) {
				mergeWeights(dst[at:end], own, by, at)
				break
			}
		}
	}
}

// differ reports whether any bits of the weights differ.
func differ(x, y []float32) bool {
	if len(x) == 8 {
		x, y := (*[8]float32)(x), (*[8]float32)(y)
		return xor(x[0], y[0])|xor(x[1], y[1])|xor(x[2], y[2])|xor(x[3], y[3])|
			xor(x[4], y[4])|xor(x[5], y[5])|xor(x[6], y[6])|xor(x[7], y[7]) != 0
	}
	for i := range x {
		if xor(x[i], y[i]) != 0 {
			return true
		}
	}
	return false
}

func xor(x, y float32) uint32 { return math.Float32bits(x) ^ math.Float32bits(y) }

// mergeWeights merges a few weights of which some have changed. It counts without branches, because the
// processor cannot predict which actors changed a weight.
func mergeWeights(dst []float32, own [][]float32, by []float32, at int) {
	for i, before := range dst {
		sum, changed := float32(0), uint32(0)
		for _, params := range own {
			d := params[at+i] - before
			sum += d
			bits := math.Float32bits(d) << 1 // drop the sign bit
			changed += (bits | -bits) >> 31
		}
		dst[i] = before + sum/by[changed]
	}
}

// smooth updates Polyak's average.
func (t *Trainer) smooth() {
	if t.cfg.Polyak == 0 {
		return
	}
	if t.average == nil {
		t.average = cloneParams(t.q.Params())
		return
	}
	share := float32(1 - t.cfg.Polyak)
	for k, block := range t.q.Params() {
		for i, x := range block {
			t.average[k][i] += float32(share * (x - t.average[k][i]))
		}
	}
}

// keep records the results against past checkpoints, and adds the model to the pool when it is due.
func (t *Trainer) keep(games int) {
	for _, a := range t.actors {
		for _, r := range a.pool.results {
			m := &t.pool.members[r.member]
			m.Played++
			m.Points += r.points
		}
	}
	every := t.cfg.Pool.Every
	if every == 0 || t.done/every == (t.done-games)/every {
		return
	}
	t.pool.add(Member{Games: t.done, params: cloneParams(t.q.Params())}, t.cfg.Pool.Size)
	for _, a := range t.actors {
		a.pool.players = nil
	}
}

// stats returns the statistics of a round.
func (t *Trainer) stats(games int) Stats {
	var sum tally
	for _, a := range t.actors {
		sum.updates += a.tally.updates
		sum.greedy += a.tally.greedy
		sum.squares += a.tally.squares
		sum.score += a.tally.score
		sum.opposed += a.tally.opposed
	}
	last := t.done - 1
	return Stats{
		Games: t.done, Total: t.cfg.Games, Round: games, Updates: sum.updates, GreedyMoves: sum.greedy,
		Error: math.Sqrt(sum.squares / float64(max(1, sum.updates))),
		Alpha: t.cfg.alpha(last), Epsilon: t.cfg.epsilon(last),
		Score: sum.score / float64(sum.opposed), Opposed: sum.opposed,
	}
}
