package run

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"

	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/engine/runtime/durable"
	"github.com/outflank/outflank/engine/runtime/fault"
	"github.com/outflank/outflank/engine/search"
	"github.com/outflank/outflank/eval"
	"github.com/outflank/outflank/eval/pattern"
	"github.com/outflank/outflank/qlearn"
	"github.com/outflank/outflank/qlearn/agents"
)

// A ModelConfig describes the model to learn.
type ModelConfig struct {
	// In the notation of package eval; none = the features of the previous phase or of Init.
	Features string `toml:"features" json:"features"`
	// A network instead of a model, such as 64-32-1 or 64-64-64; the same in all phases.
	Net string `toml:"net" json:"net,omitempty"`
	// Whether moves also have weights, one for each class of symmetric squares. A model from Init keeps its own
	// such weights.
	Actions bool `toml:"actions" json:"actions,omitempty"`
	// Whether these weights differ for each of the 64 squares.
	ActionSquares bool   `toml:"action_squares" json:"action_squares,omitempty"`
	Init          string `toml:"init" json:"init,omitempty"` // file of the initial model or network
}

// NetExt is the extension of network files written by training. Network files of package qlearn/tuning end in
// .txt.
const NetExt = ".dna"

// withDummyWeights returns a model with the same features and all weights 1, so that they all count as
// learned. It returns a network unchanged.
func withDummyWeights(l qlearn.Learned) qlearn.Learned {
	if l.Model != nil {
		l.Model = eval.NewModel(l.Model.Features)
		for i := range l.Model.Weights {
			l.Model.Weights[i] = 1
		}
	}
	return l
}

// AgentOf returns an agent that plays the move with the highest Q, like the agent of specOf. rng breaks ties
// between moves of a model; nil = the first move.
func AgentOf(l qlearn.Learned, rng *rand.Rand) engine.Agent {
	if l.Net == nil {
		return qlearn.NewAgent(l.Model, rng)
	}
	return agents.OfNet(l.Net.Kind(), l.Net.DNA(), search.Options{Depth: 1})
}

// specOf returns the spec of an agent like AgentOf's, with the weights in a file.
func specOf(l qlearn.Learned, file string) string {
	switch {
	case l.Net == nil:
		return `q:model="` + file + `"`
	case l.Net.Kind().Outputs > 1:
		return fmt.Sprintf(`net:hidden=%d,dna="%s"`, l.Net.Kind().Hidden, file)
	}
	return fmt.Sprintf(`mmnet:depth=1,hidden=%d,dna="%s"`, l.Net.Kind().Hidden, file)
}

// writeTemp writes a model to a new temporary file.
func writeTemp(l qlearn.Learned) (path string, err error) {
	f, err := os.CreateTemp("", "outflank-*.model")
	if err != nil {
		return "", err
	}
	return f.Name(), errors.Join(l.Write(f), f.Close())
}

// read reads a file written by [qlearn.Learned.Write], or a shipped model.
func (c *ModelConfig) read(path string) (l qlearn.Learned, err error) {
	if c.Net == "" {
		l.Model, err = pattern.OpenModel(path)
		return l, err
	}
	f, err := durable.Open(path)
	if err != nil {
		return l, err
	}
	defer f.Close()
	return c.decode(path, f)
}

// decode parses a file written by [qlearn.Learned.Write]. Errors name the file.
func (c *ModelConfig) decode(path string, in io.Reader) (l qlearn.Learned, err error) {
	if c.Net == "" {
		if l.Model, err = eval.ReadModel(in); err != nil {
			err = fmt.Errorf("%s: %w", path, err)
		}
		return l, err
	}
	k, err := eval.ParseNetKind(c.Net)
	if err != nil {
		return l, fault.BadInput(err)
	}
	dna, err := eval.ReadDNA(k, in)
	if err != nil {
		return l, fault.BadInputf("%s: %w", path, err)
	}
	l.Net, err = qlearn.NetOf(k, dna, qlearn.Optimizer{})
	return l, err
}

// ReadModel reads the weights of the run in a folder. name is [BestFile] or [LastFile].
func (info *Info) ReadModel(f Files, dir, name string) (qlearn.Learned, error) {
	path := filepath.Join(dir, info.File(name))
	data, err := f.ReadFile(path)
	if err != nil {
		return qlearn.Learned{}, err
	}
	return info.Last().Model.decode(path, bytes.NewReader(data))
}

// ReadPast reads a past checkpoint of the run in a folder: the one in the current opponent pool that was kept
// after a number of games, over all phases, see [Info.Past]. The error wraps [fs.ErrNotExist] if there is
// none.
func (info *Info) ReadPast(f Files, dir string, games int) (qlearn.Learned, error) {
	state, trainer, err := readCheckpoint(f, dir, info)
	if err != nil {
		return qlearn.Learned{}, err
	}
	like, err := info.ReadModel(f, dir, LastFile)
	if err != nil {
		return like, err
	}
	return like.Past(trainer, games-info.before(state.Phase))
}

// Past returns after how many games, over all phases, the checkpoints in the current opponent pool were kept.
func (info *Info) Past(s *State) (games []int) {
	if s.Phase >= len(s.Pools) {
		return nil
	}
	for _, m := range s.Pools[s.Phase] {
		games = append(games, info.before(s.Phase)+m.Games)
	}
	return games
}

// before returns the number of games of the phases before a phase.
func (info *Info) before(phase int) (games int) {
	for _, p := range info.Phases[:phase] {
		games += p.Learn.Games
	}
	return games
}

// RefuseOther returns an error if a result must not replace the file at path, because it is not a model, or
// not a network of the same size.
func (c *ModelConfig) RefuseOther(path string) error {
	if c.Net == "" {
		return pattern.RefuseOther(path)
	}
	if _, err := c.read(path); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fault.Misusef("%s exists and is not a net of that size; it is left alone: name another file", path)
	}
	return nil
}

// newNet returns a network with random weights drawn from the seed.
func (c *ModelConfig) newNet(seed uint64) (qlearn.Learned, error) {
	k, err := eval.ParseNetKind(c.Net)
	if err != nil {
		return qlearn.Learned{}, err
	}
	return qlearn.Learned{Net: qlearn.NewNet(k, qlearn.Optimizer{},
		rand.New(rand.NewPCG(seed, engine.StreamNet)))}, nil
}

// Check returns an error for an invalid setting, and its key.
func (c *ModelConfig) Check() (key string, err error) {
	switch {
	case c.Net == "" && c.Features == "":
		return "", nil
	case c.Net == "":
		_, err := eval.New(c.Features, eval.DefaultSquares())
		return "features", err
	case c.Features != "":
		return "net", fmt.Errorf("net: a %s net sees the discs alone: leave features out", c.Net)
	case c.Actions || c.ActionSquares:
		return "net", fmt.Errorf("net: a %s net has no weights for actions", c.Net)
	}
	_, err = eval.ParseNetKind(c.Net)
	return "net", err
}

// what returns the network size, or else the features.
func (c *ModelConfig) what() string {
	if c.Net != "" {
		return c.Net
	}
	return c.Features
}

// file returns the file name for learned weights.
func (c *ModelConfig) file(name string) string {
	if c.Net != "" {
		return name + NetExt
	}
	return name + ".model"
}

// trainingMeta returns a model's metadata about its training in a phase.
func trainingMeta(p *Phase) map[string]string {
	meta := p.Learn.Meta()
	if p.Games.Mix.has(SourceTranscripts) {
		meta["epochs"] = strconv.Itoa(p.Games.Epochs)
	}
	if !p.Games.Recorded() {
		meta["random_plies"] = strconv.Itoa(p.Games.Random)
	}
	if p.Model.Init != "" {
		meta["init"] = filepath.Base(p.Model.Init)
	}
	return meta
}

// meta returns metadata for a model file that describes how the run trained the model.
func (info *Info) meta(s *State) map[string]string {
	p := info.Phases[s.Phase]
	meta := trainingMeta(&p)
	meta["seed"], meta["games"], meta["phase"] = fmt.Sprint(info.Seed), fmt.Sprint(s.Games),
		fmt.Sprintf("%d of %d", s.Phase+1, len(info.Phases))
	if info.Name != "" {
		meta["name"] = info.Name
	}
	for _, d := range info.Data {
		if d.Sum != "" {
			meta["data"] = d.String()
			break
		}
	}
	return meta
}

// NetMeta returns metadata about the run's networks. Network files cannot store it.
func (info *Info) NetMeta() map[string]string {
	meta := trainingMeta(info.Last())
	meta["run"], meta["seed"] = info.Title(), fmt.Sprint(info.Seed)
	return meta
}
