package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math/rand/v2"
	"os"

	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/engine/search"
	"github.com/outflank/outflank/eval"
	"github.com/outflank/outflank/qlearn"
)

// A learnt is what a training begins with and makes: a model, or a network.
type learnt struct {
	model *eval.Model
	net   *qlearn.Net
}

// none tells whether there is neither.
func (l learnt) none() bool { return l.model == nil && l.net == nil }

// approximator returns Q with these weights.
func (l learnt) approximator(opt qlearn.Optimizer) (qlearn.Approximator, error) {
	if l.net != nil {
		return qlearn.NetOf(l.net.Kind(), l.net.DNA(), opt)
	}
	return qlearn.NewApproximator(l.model, opt)
}

// taught returns something like it that has learnt all of its weights.
func (l learnt) taught() learnt {
	if l.model != nil {
		l.model = eval.NewModel(l.model.Features)
		for i := range l.model.Weights {
			l.model.Weights[i] = 1
		}
	}
	return l
}

// weights returns how many there are.
func (l learnt) weights() int {
	if l.net != nil {
		return l.net.Kind().Len()
	}
	return len(l.model.Weights) + len(l.model.Actions)
}

// write writes the model, or the DNA of the network as text.
func (l learnt) write(w io.Writer) error {
	if l.net != nil {
		return eval.WriteDNA(w, l.net.DNA())
	}
	return eval.WriteModel(w, l.model)
}

// agent returns who plays the move of the highest Q, as the spec does. rng draws among equal
// moves of a model; nil = the first.
func (l learnt) agent(rng *rand.Rand) engine.Agent {
	switch {
	case l.net == nil:
		return qPlayer{qlearn.NewAgent(l.model), rng}
	case l.net.Kind().Outputs > 1:
		return netPlayer{newNet(l.net.Kind(), l.net.DNA())}
	}
	return search.New(newNet(l.net.Kind(), l.net.DNA()), search.Options{Algorithm: search.AlphaBeta, Depth: 1, Win: pointsWin})
}

// readLearnt reads what write wrote.
func (c *modelConfig) readLearnt(path string) (l learnt, err error) {
	if c.Net == "" {
		l.model, err = readModel(path)
		return l, err
	}
	k, err := eval.ParseNetKind(c.Net)
	if err != nil {
		return l, badInput(err)
	}
	f, err := os.Open(path)
	if err != nil {
		return l, err
	}
	defer f.Close()
	dna, err := eval.ReadDNA(k, f)
	if err != nil {
		return l, badInput(fmt.Errorf("%s: %w", path, err))
	}
	l.net, err = qlearn.NetOf(k, dna, qlearn.Optimizer{})
	return l, err
}

// refuseOther keeps what is learnt from replacing what is no such file.
func (c *modelConfig) refuseOther(path string) error {
	if c.Net == "" {
		return refuseOtherFile(path)
	}
	if _, err := c.readLearnt(path); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return misuse(fmt.Errorf("%s exists and is not a net of that size; it is left alone", path))
	}
	return nil
}

// newNet returns a network with random weights that the seed chooses.
func (c *modelConfig) newNet(seed uint64) (learnt, error) {
	k, err := eval.ParseNetKind(c.Net)
	if err != nil {
		return learnt{}, err
	}
	const stream = 1 << 42 // of random numbers; package qlearn and drawn use lower ones
	return learnt{net: qlearn.NewNet(k, qlearn.Optimizer{}, rand.New(rand.NewPCG(seed, stream)))}, nil
}

// check returns an error with its key.
func (c *modelConfig) check() (key string, err error) {
	switch {
	case c.Net == "" && c.Features == "":
		return "", nil
	case c.Net == "":
		_, err := eval.New(c.Features, eval.DefaultSquares())
		return "features", err
	case c.Features != "":
		return "net", fmt.Errorf("net: a %s net sees the discs alone: leave features out", c.Net)
	case c.Actions:
		return "net", fmt.Errorf("net: a %s net has no weights for actions", c.Net)
	}
	_, err = eval.ParseNetKind(c.Net)
	return "net", err
}

// what names what is learnt.
func (c *modelConfig) what() string {
	if c.Net != "" {
		return c.Net
	}
	return c.Features
}

// file returns the name of a file of what is learnt.
func (c *modelConfig) file(name string) string {
	if c.Net != "" {
		return name + netExt
	}
	return name + ".model"
}

// spec returns the agent that plays with such a file.
func (c *modelConfig) spec(path string) string {
	k, err := eval.ParseNetKind(c.Net)
	switch {
	case err != nil:
		return "q:model=" + path
	case k == eval.PolicyNet:
		return "net:dna=" + path
	case k == eval.MMNet:
		return "mmnet:depth=1,dna=" + path
	case k.Outputs > 1:
		return fmt.Sprintf("net:hidden=%d,dna=%s", k.Hidden, path)
	}
	return fmt.Sprintf("mmnet:depth=1,hidden=%d,dna=%s", k.Hidden, path)
}
