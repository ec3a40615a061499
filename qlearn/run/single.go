package run

import (
	"cmp"
	"context"
	"errors"
	"iter"
	"strconv"

	"github.com/outflank/outflank/engine/runtime/fault"
	"github.com/outflank/outflank/engine/runtime/parallel"
	"github.com/outflank/outflank/qlearn"
)

// DefaultFeatures are the features of [NewPhase]: patterns of lines and regions in six stages of the game.
// With only the CS181 report's features, none of our learners beats minimax(1).
const DefaultFeatures = "logistello@6"

// NewPhase returns a phase that learns from games of one source, with the default settings for such games.
// The source is [SourceTranscripts], [SourceSelf], or the spec of an opponent. If Learn.Games is 0, the phase
// learns from all transcripts, or from the number of games in [qlearn.Default].
func NewPhase(source string) Phase {
	p := Phase{
		Model: ModelConfig{Features: DefaultFeatures},
		Games: GamesConfig{Mix: Mixture{{source, 1}}, Epochs: 1, Random: DefaultRandom,
			RandomVsAgents: DefaultRandom},
	}
	p.Learn = p.Games.Defaults()
	p.Learn.Games = 0
	return p
}

// A Single trains one phase and writes no files.
type Single struct {
	Farm    parallel.Farm // runs the actors of each round on other machines, with [Jobs]; nil = here
	Phase   Phase         // resolved: every setting has a value
	Games   int           // learned from so far
	Updates int           // moves learned from so far
	Curve   []Point       // the learning curve, with at most about a hundred points

	data    *Data
	trainer *qlearn.Trainer
	span    span
}

// NewSingle returns a training of a phase on data. workers is the number of goroutines, which does not affect
// the result. NewSingle reads Model.Init, and uses its features if the phase sets none. An error about a
// named setting is a [*fault.SettingError].
func NewSingle(p Phase, data Data, workers int) (*Single, error) {
	if err := p.resolveGames(&data); err != nil {
		return nil, err
	}
	from, err := p.Model.open(squaresOf([]Data{data}), p.Learn.Seed)
	if err != nil {
		return nil, err
	}
	if name := p.Learn.Potential; name != "" {
		if _, err := qlearn.OpenPotential(name); err != nil {
			return nil, &fault.SettingError{Setting: "potential", Err: err}
		}
	}
	s := &Single{Phase: p, data: &data}
	if s.trainer, err = newTrainer(&s.Phase, s.data, from, workers); err != nil {
		return nil, fault.Misuse(err)
	}
	return s, nil
}

// resolveGames sets the number of games to learn from and checks the settings.
func (p *Phase) resolveGames(data *Data) error {
	n := p.Learn.Games
	switch {
	case p.Games.Recorded() && len(data.Finished) == 0:
		return fault.BadInput(errors.New("there are no finished games to learn from"))
	case p.Games.Recorded():
		if n > 0 && n < len(data.Finished) {
			data.Finished = drawn(data.Finished, n, p.Learn.Seed)
		}
		p.Learn.Games = p.Games.Epochs * len(data.Finished)
	case n == 0:
		p.Learn.Games = qlearn.Default.Games
	}
	if err := cmp.Or(p.Learn.Check(), p.checkRestricted()); err != nil {
		return fault.Misuse(err)
	}
	if key, err := p.Games.checkRanges(); err != nil {
		return &fault.SettingError{Setting: key, Err: err}
	}
	return nil
}

// open returns the initial weights of a first phase.
func (c *ModelConfig) open(squares []float64, seed uint64) (l qlearn.Learned, err error) {
	if key, err := c.Check(); err != nil {
		return l, &fault.SettingError{Setting: key, Err: err}
	}
	if c.Init == "" {
		if l, err = c.start(l, squares, seed); err != nil {
			err = fault.Misuse(err)
		}
		return l, err
	}
	if l, err = c.read(c.Init); err != nil {
		return l, err
	}
	if l.Model != nil {
		c.Features = cmp.Or(c.Features, l.Model.Features.ID())
	}
	if l, err = c.start(l, squares, seed); err != nil {
		return l, &fault.SettingError{Setting: "features", Value: c.Features, Err: err}
	}
	return l, nil
}

// Train learns from the remaining games and yields after each round. If ctx ends, it yields the error of ctx,
// and the interrupted round changes nothing.
func (s *Single) Train(ctx context.Context) iter.Seq2[qlearn.Stats, error] {
	return func(yield func(qlearn.Stats, error) bool) {
		end, err := learnOn(ctx, s.Farm, s.trainer, Config{Phases: []Phase{s.Phase}}, []Data{*s.data}, 0)
		if err != nil {
			yield(qlearn.Stats{}, err)
			return
		}
		for st, err := range s.trainer.Train(ctx) {
			if err == nil {
				s.count(st)
			}
			if !yield(st, err) || err != nil {
				_ = end(errStopped)
				return
			}
		}
		if err := end(nil); err != nil {
			yield(qlearn.Stats{}, err)
		}
	}
}

// count adds a round to the learning curve.
func (s *Single) count(st qlearn.Stats) {
	last := s.Games
	s.Games, s.Updates = st.Games, s.Updates+st.Updates
	s.span.add(st)
	if crossed(last, s.Games, max(1, st.Total/100)) || s.Games == st.Total {
		s.Curve = append(s.Curve, s.span.point(1, s.Games, s.Updates, st))
		s.span = span{}
	}
}

// Error returns the mean of the root mean square errors of Q in the last tenth of the curve, or 0 before the
// first round.
func (s *Single) Error() (mean float64) {
	last := s.Curve[len(s.Curve)*9/10:]
	for _, p := range last {
		mean += p.Error / float64(len(last))
	}
	return mean
}

// Learned returns the learned weights; a model includes metadata about its training.
func (s *Single) Learned() qlearn.Learned {
	l := s.trainer.Learned()
	if l.Model != nil {
		l.Model.Meta = s.meta()
	}
	return l
}

func (s *Single) meta() map[string]string {
	meta := trainingMeta(&s.Phase)
	meta["mode"] = s.mode()
	meta["seed"], meta["games"] = strconv.FormatUint(s.Phase.Learn.Seed, 10), strconv.Itoa(s.Games)
	meta["error"] = strconv.FormatFloat(s.Error(), 'g', 6, 64)
	if s.data.Sum != "" {
		meta["data"] = s.data.String()
	}
	return meta
}

// mode returns the source of the games, or "data" for transcripts.
func (s *Single) mode() string {
	if s.Phase.Games.Recorded() {
		return "data"
	}
	return s.Phase.Games.Mix[0].From
}
