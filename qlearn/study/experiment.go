package study

import (
	"context"
	"slices"

	"github.com/outflank/outflank/dataset/chart"
)

// An Experiment is a table, a figure or a claim of a report, with the procedure that repeats it.
type Experiment struct {
	Name     string // as in the command, such as "cassio-depths"
	Seed     string // number of the report in its [Catalogue]
	Item     string // place in the report, such as "Fig. 7a"
	Title    string // the question, in one line
	Wording  string // the report's own words
	Result   string // the report's result in short
	Protocol string // our procedure, and our choices where the report leaves them open
	Machine  bool   // the numbers depend on the machine and its load
	Games    bool   // the numbers depend on the host's games
	Choices  []Choice
	Readings int       // number of readings to run; 0 = [manyReadings] or all
	Also     []Reading // further readings to run, as changes from the first
	alone    []string  // choices that random readings leave at their first value
	work     func(Reading) work
	Claims   []Claim // claims that the rows can test
}

// fixed returns the work for an experiment without open choices.
func fixed(w work) func(Reading) work { return func(Reading) work { return w } }

// A work computes the numbers of an experiment.
type work interface {
	// Run runs the steps that are not yet in the run's journal.
	Run(ctx context.Context, r *execution) (outcome, error)
}

// An outcome is the result of a work.
type outcome struct {
	Rows   []Row
	Plots  []namedPlot
	Notes  []string // notes about these numbers, such as the source of games
	Matrix *Matrix  // the rows of a cross table as a matrix; nil = no cross table
}

// A namedPlot is a picture with its file name, without extension.
type namedPlot struct {
	Name  string
	Chart chart.Chart
}

// A Row shows a number of the report beside ours. The JSON fields are stable; unknown values are null.
type Row struct {
	Label string   `json:"label"`
	Paper *float64 `json:"paper"` // null = the report gives no number
	Ours  *float64 `json:"ours"`
	Low   *float64 `json:"low"` // 95 % interval of our number
	High  *float64 `json:"high"`
	Games int      `json:"games"` // number of games, positions or runs behind our number
	// Seeds contains our number by seed of trained or evolved agents, see [measure.SeedsRow].
	Seeds  []float64 `json:"seeds,omitempty"`
	Unit   Unit      `json:"unit"`                  // of all numbers
	Sample int       `json:"paper_games,omitempty"` // number of games behind the report's number; 0 = unknown

	alike  int       // number of games that count as one trial; 0 = 1
	boards []float64 // our number by board, for means over boards that rows share
	whole  bool      // the row covers all possible games, so there is no random error
}

// A Unit is the unit of a number.
type Unit string

// The units of rows.
const (
	unitShare   Unit = "share"   // of the points, 0 to 1, with half a point for a draw; or of trials
	unitSeconds Unit = "seconds" // of clock time
	unitDiscs   Unit = "discs"   // of one side at the end, or a difference between the sides
	unitMoves   Unit = "moves"   // legal moves
	unitFactor  Unit = "factor"
	unitWeight  Unit = "weight"
	unitPlies   Unit = "plies"
	unitNodes   Unit = "nodes" // boards that a search visits
	unitBytes   Unit = "bytes" // of memory

	unitCorrelation Unit = "correlation" // -1 to 1
	unitEvidence    Unit = "evidence"    // the log-likelihood ratio of a sequential test
)

// A Catalogue lists reports and the experiments that repeat them.
type Catalogue struct {
	Reports     []Report
	Experiments []*Experiment // in the order of the reports
	Lost        []Lost        // results that cannot be repeated
}

// Find returns the experiment with this name, or nil if there is none.
func (c *Catalogue) Find(name string) *Experiment {
	i := slices.IndexFunc(c.Experiments, func(e *Experiment) bool { return e.Name == name })
	if i < 0 {
		return nil
	}
	return c.Experiments[i]
}

// A Report is one of the source papers.
type Report struct {
	Seed    string `json:"seed"` // its number in this package
	Title   string `json:"title"`
	Authors string `json:"authors"`
}

// A Lost result cannot be repeated.
type Lost struct {
	Seed   string `json:"seed"`
	What   string `json:"what"`
	Result string `json:"paper_result"`
	Reason string `json:"reason"`
}

// number returns a known number for a row.
func number(x float64) *float64 { return &x }
