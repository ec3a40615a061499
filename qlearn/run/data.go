package run

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"iter"
	"math/rand/v2"
	"slices"

	"github.com/outflank/outflank/dataset"
	"github.com/outflank/outflank/dataset/stats"
	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/eval"
)

// Data contains the recorded games of a phase.
type Data struct {
	Finished []engine.Game `json:"-"`      // finished transcripts
	Openings []engine.Game `json:"-"`      // openings of played games; none = the usual start
	Squares  []float64     `json:"-"`      // square weights W of the transcripts; nil = no transcripts
	Games    int           `json:"games"`  // number of finished transcripts
	Sum      string        `json:"sha256"` // of the finished transcripts, in hexadecimal; "" if none were read
}

// A SentData is a [Data] whose JSON form is complete, for jobs that learn from it.
type SentData struct {
	Finished []engine.Game `json:"finished"`
	Openings []engine.Game `json:"openings"`
	Squares  []float64     `json:"squares"`
	Games    int           `json:"games"`
	Sum      string        `json:"sha256"`
}

// NewData collects the finished games and computes the square weights of all games.
func NewData(games iter.Seq2[dataset.Game, error]) (Data, error) {
	var data Data
	var weights stats.PhaseWeights
	sum := sha256.New()
	for g, err := range games {
		if err != nil {
			return data, err
		}
		weights.Add(&g)
		if g.Status == dataset.Complete {
			data.Finished = append(data.Finished, g.Game)
			fmt.Fprintln(sum, g.Game)
		}
	}
	data.Games, data.Sum = len(data.Finished), hex.EncodeToString(sum.Sum(nil))
	total := weights.Total()
	if w := total.Weights(); total.Games > 0 {
		data.Squares = w[:]
	}
	return data, nil
}

// String describes the games.
func (d Data) String() string {
	return fmt.Sprintf("%d finished games, sha256 %s", d.Games, d.Sum)
}

// squaresOf returns the square weights W of the first phase with transcripts, or the shipped ones.
func squaresOf(data []Data) []float64 {
	for _, d := range data {
		if d.Squares != nil {
			return d.Squares
		}
	}
	return eval.DefaultSquares()
}

// drawn returns n games, chosen by the seed, in their original order. Taking the first n games would select
// the oldest.
func drawn(games []engine.Game, n int, seed uint64) []engine.Game {
	chosen := rand.New(rand.NewPCG(seed, engine.StreamSubset)).Perm(len(games))[:n]
	slices.Sort(chosen)
	list := make([]engine.Game, n)
	for i, k := range chosen {
		list[i] = games[k]
	}
	return list
}
