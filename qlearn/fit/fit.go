package fit

import (
	"cmp"
	"encoding/json"
	"fmt"
	"math"
	"runtime"
	"strconv"
	"strings"

	"github.com/outflank/outflank/dataset"
	"github.com/outflank/outflank/engine/fault"
	"github.com/outflank/outflank/engine/tournament"
	"github.com/outflank/outflank/eval"
)

// fitFeatures are the terms of the shipped evaluator.
var fitFeatures = staged("edge corner block row2 row3 row4 diag4 diag5 diag6 diag7 diag8 parity constant", 60)

// staged joins terms that all have n stages.
func staged(terms string, n int) string {
	suffix := "@" + strconv.Itoa(n)
	return strings.Join(strings.Fields(terms), suffix+"+") + suffix
}

// DefaultFeatures are the settings of a fit that flags leave alone.
var DefaultFeatures = Options{
	Features: fitFeatures, Ridge: 1, Smooth: 1000, Iterations: 30, Solve: 10,
	Play: Play{Games: 400000, Rounds: 3, Depth: 4, Exact: 12, Seed: 1}, Weight: 1,
}

// Options are the settings of a fit; what is exported is kept in the model.
type Options struct {
	Features   string  `json:"features"`
	Ridge      float64 `json:"ridge"`
	Smooth     float64 `json:"smooth"`
	Iterations int     `json:"iterations"`
	Solve      int     `json:"solve"`
	Play       Play    `json:"play"`
	Weight     float64 `json:"play_weight"`

	Workers int            `json:"-"`
	Filter  dataset.Filter `json:"-"`
}

// Check returns an error for settings that the libraries would not see.
func (o *Options) Check() error {
	switch {
	case !(o.Ridge >= 0 && o.Ridge <= 1e9 && o.Smooth >= 0 && o.Smooth <= 1e9):
		return fault.Misuse(fmt.Errorf("--ridge %v, --smooth %v: want 0 to 1e9", o.Ridge, o.Smooth))
	case o.Iterations < 1 || o.Iterations > 10000:
		return fault.Misuse(fmt.Errorf("--iterations %d: want 1 to 10000", o.Iterations))
	case o.Solve < 0 || o.Solve > 24 || o.Play.Exact < 1 || o.Play.Exact > 24:
		return fault.Misuse(fmt.Errorf("--solve %d, --exact %d: want at most 24 empty squares", o.Solve, o.Play.Exact))
	case o.Play.Games < 0 || o.Play.Games > tournament.MaxGames:
		return fault.Misuse(fmt.Errorf("--play %d: want 0 to %d", o.Play.Games, tournament.MaxGames))
	case o.Play.Rounds < 1 || o.Play.Rounds > 100:
		return fault.Misuse(fmt.Errorf("--rounds %d: want 1 to 100", o.Play.Rounds))
	case o.Play.Depth < 1 || o.Play.Depth > 60:
		return fault.Misuse(fmt.Errorf("--depth %d: want 1 to 60", o.Play.Depth))
	case !(o.Weight > 0 && o.Weight <= 1e6):
		return fault.Misuse(fmt.Errorf("--play-weight %v: want more than 0", o.Weight))
	case o.Filter.Split != dataset.AnySplit:
		return fault.Misuse(fmt.Errorf("--split %v: fit learns from train and stops by validation", o.Filter.Split))
	}
	if o.Workers == 0 {
		o.Workers = runtime.GOMAXPROCS(0)
	}
	return nil
}

// NextStages ties each weight to the same one in the next stage.
func NextStages(f eval.Features) []int32 {
	next := make([]int32, f.Len())
	for _, t := range eval.Terms(f) {
		for i := range t.Len * t.Stages {
			next[t.Offset+i] = -1
			if i < t.Len*(t.Stages-1) {
				next[t.Offset+i] = int32(t.Offset + i + t.Len)
			}
		}
	}
	return next
}

// Describe writes into the model how it was made.
func (o *Options) Describe(m *eval.Model, data *Games, r *Result) error {
	config, err := json.Marshal(o)
	if err != nil {
		return err
	}
	m.Meta["made"] = "outflank fit"
	m.Meta["config"] = string(config)
	m.Meta["years"] = cmp.Or(o.Filter.Years(), "all")
	m.Meta["data"] = fmt.Sprintf("%d finished games, sha256 %s", data.Games, data.Fingerprint)
	m.Meta["positions"] = strconv.Itoa(r.Positions)
	m.Meta["iterations"] = strconv.Itoa(r.Iterations)
	return nil
}

// Result is what fit reports; the JSON fields are stable.
type Result struct {
	Model      string    `json:"model"`
	Positions  int       `json:"positions"` // different ones learnt from
	Weights    int       `json:"weights"`
	Iterations int       `json:"iterations"`
	Seed       uint64    `json:"seed"`
	Seconds    float64   `json:"seconds"` // of the regressions
	Errors     []fitBand `json:"validation"`
}

// A fitBand tells of the errors on positions of the split validation with some
// numbers of empty squares.
type fitBand struct {
	Set       string  `json:"set"` // games or played
	From      int     `json:"empties_from"`
	To        int     `json:"empties_to"` // included
	Positions int     `json:"positions"`
	MAE       float64 `json:"mae"`  // discs
	RMSE      float64 `json:"rmse"` // discs

	squares float64
}

// fitBands are the numbers of empty squares that begin a band.
var fitBands = [...]int{0, 9, 17, 25, 41}

// Judge finds the errors of a model on the samples that it did not learn from.
func (r *Result) Judge(m *eval.Model, sets []Samples) {
	linear := m.Linear()
	for _, set := range sets {
		bands := newBands(set.Name)
		for i := range set.validate {
			s := &set.validate[i]
			value := min(max(linear.Eval(s.board()), -64), 64)
			bands[bandOf(64-s.discs())].add(value - float64(s.target))
		}
		for _, b := range bands {
			if b.Positions > 0 {
				b.MAE /= float64(b.Positions)
				b.RMSE = math.Sqrt(b.squares / float64(b.Positions))
				r.Errors = append(r.Errors, b)
			}
		}
	}
}

func (b *fitBand) add(e float64) {
	b.Positions++
	b.MAE += math.Abs(e)
	b.squares += e * e
}

func newBands(set string) []fitBand {
	bands := make([]fitBand, len(fitBands))
	for i, from := range fitBands {
		bands[i] = fitBand{Set: set, From: from, To: 60}
		if i+1 < len(fitBands) {
			bands[i].To = fitBands[i+1] - 1
		}
	}
	return bands
}

func bandOf(empties int) int {
	i := len(fitBands) - 1
	for fitBands[i] > empties {
		i--
	}
	return i
}
