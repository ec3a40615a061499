package main

import (
	"fmt"
	"strings"

	"github.com/outflank/outflank/dataset"
	"github.com/outflank/outflank/engine/arena"
	"github.com/spf13/cobra"
)

func (a *app) benchCommand() *cobra.Command {
	var m arena.Match
	var dir string
	var asJSON bool
	c := &cobra.Command{
		Use:   "bench AGENT AGENT…",
		Short: "Let agents play each other and print who is better, with intervals",
		Long: `Bench plays a round robin. Each two agents play the same openings from both
sides. So that deterministic agents do not repeat one game, every move is replaced
with a small probability by a random one, the same for both sides (--perturb), or
the games start with random plies (--random-plies).

Agents:
` + agentHelp(),
		Example: `  outflank bench q:model=q.model random minimax:depth=2 --games 400
  outflank bench ab:depth=4 ab:depth=6 --perturb 0 --random-plies 8 -o match
  outflank bench greedy random --json`,
		Args: cobra.MinimumNArgs(2),
		RunE: func(c *cobra.Command, args []string) error {
			err := checkMatch(&m)
			if err == nil && dir != "" {
				err = refuseOtherTables(dir, benchMark)
			}
			if err != nil {
				return err
			}
			if m.Players, err = parseSpecs(args); err != nil {
				return err
			}
			r, err := a.playMatch(c, &m, dir)
			if err != nil && (r.played == 0 || asJSON) {
				return err
			}
			if asJSON {
				return writeJSON(a.out, r)
			}
			a.printBench(r)
			if err == nil && dir != "" {
				a.printf("\nwrote %s (%d games)\n", dir, r.played)
			}
			return err
		},
	}
	addMatchFlags(c, &m)
	c.Flags().StringVarP(&dir, "output", "o", "", "write the games as a table into this folder")
	c.Flags().BoolVar(&asJSON, "json", false, "print pairs and ratings as JSON")
	return c
}

// addMatchFlags adds the settings of a match.
func addMatchFlags(c *cobra.Command, m *arena.Match) {
	c.Flags().IntVar(&m.Games, "games", 400, "games of each two agents")
	c.Flags().Float64Var(&m.Perturb, "perturb", 0.05, "probability of a random move, for both sides")
	c.Flags().IntVar(&m.Random, "random-plies", 0, "random plies at the start of each opening")
	c.Flags().Uint64Var(&m.Seed, "seed", 1, "seed of all chance")
	addWorkersFlag(c, &m.Workers, "games at the same time")
}

// maxMatchGames bounds --games: at a thousand games a second it is a day.
const maxMatchGames = 100_000_000

func checkMatch(m *arena.Match) error {
	switch {
	case m.Games < 1 || m.Games > maxMatchGames:
		return usageError{fmt.Errorf("--games %d: want 1 to %d", m.Games, maxMatchGames)}
	case !(m.Perturb >= 0 && m.Perturb <= 1):
		return usageError{fmt.Errorf("--perturb %v: want 0 to 1", m.Perturb)}
	case m.Random < 0 || m.Random > 60:
		return usageError{fmt.Errorf("--random-plies %d: want 0 to 60", m.Random)}
	}
	return nil
}

// benchResult is what bench reports; the JSON fields are stable.
type benchResult struct {
	Pairs   []benchPair   `json:"pairs"`
	Ratings []benchRating `json:"ratings"`
	Games   int           `json:"games_per_pair"`
	Perturb float64       `json:"perturb"`
	Random  int           `json:"random_plies"`
	Seed    uint64        `json:"seed"`
	Seconds float64       `json:"seconds"`

	names     []string
	cross     *arena.Cross
	played    int
	different map[string]bool // transcripts, up to a number that shows that they vary
}

type benchPair struct {
	A      string  `json:"a"`
	B      string  `json:"b"`
	Games  int     `json:"games"`
	Wins   int     `json:"wins"`
	Draws  int     `json:"draws"`
	Losses int     `json:"losses"`
	Score  float64 `json:"score"` // (wins + draws/2) / games of a
	Low    float64 `json:"low"`   // 95 % interval of the score
	High   float64 `json:"high"`
	Discs  float64 `json:"mean_disc_difference"` // for a
}

type benchRating struct {
	Name string  `json:"name"`
	Elo  float64 `json:"elo"`
	Low  float64 `json:"low"`
	High float64 `json:"high"`
}

// playMatch plays with a progress bar and, when dir is not empty, writes the
// games as a table. With an error it returns what was played up to there.
func (a *app) playMatch(c *cobra.Command, m *arena.Match, dir string) (benchResult, error) {
	r := benchResult{Games: m.Games + m.Games%2, Perturb: m.Perturb, Random: m.Random, Seed: m.Seed, cross: arena.NewCross(len(m.Players)), different: map[string]bool{}}
	for _, p := range m.Players {
		r.names = append(r.names, p.Name)
	}
	var table *dataset.Writer
	if dir != "" {
		var err error
		if table, err = dataset.Create(dir, dataset.Options{Meta: matchMeta(m)}); err != nil {
			return r, err
		}
		defer table.Abort()
	}
	bar := a.meter("playing", "games", m.Total())
	defer bar.end()
	err := r.collect(c, m, table, bar)
	r.Seconds = bar.elapsed().Seconds()
	r.summarise()
	if err == nil && table != nil {
		_, err = table.Commit()
	}
	return r, err
}

func (r *benchResult) collect(c *cobra.Command, m *arena.Match, table *dataset.Writer, bar *meter) error {
	for game, err := range m.Run(c.Context()) {
		if err != nil {
			return err
		}
		r.cross.Add(game)
		r.played++
		bar.set(r.played)
		if len(r.different) < 1000 {
			r.different[game.Game.String()] = true
		}
		if table == nil {
			continue
		}
		row, err := matchGame(game, r.names)
		if err != nil {
			return err
		}
		if err := table.Write(row); err != nil {
			return err
		}
	}
	return nil
}

// summarise computes pairs and ratings from the cross table.
func (r *benchResult) summarise() {
	var met []arena.Pair
	for _, p := range r.cross.Pairs() {
		if p.Games() == 0 {
			continue
		}
		met = append(met, p)
		low, high := p.Interval()
		r.Pairs = append(r.Pairs, benchPair{
			A: r.names[p.A], B: r.names[p.B], Games: p.Games(),
			Wins: p.Wins, Draws: p.Draws, Losses: p.Losses, Score: p.Score(), Low: low, High: high,
			Discs: float64(p.Discs) / float64(p.Games()),
		})
	}
	for _, e := range arena.Rate(met) {
		r.Ratings = append(r.Ratings, benchRating{r.names[e.Player], e.Elo, e.Low, e.High})
	}
}

// matchGame makes a row of a games table of a game that was played.
func matchGame(r arena.Result, names []string) (dataset.Game, error) {
	g := dataset.Game{
		Game: r.Game, Record: r.Pairing.Game, TournamentID: -1, BlackID: r.Black, WhiteID: r.White,
		Black: names[r.Black], White: names[r.White], Score: r.Score,
	}
	return g, g.Replay()
}

// benchMark begins what a table of games says about how it was made.
const benchMark = "outflank bench"

// matchMeta is what a table of games says about the match they come from.
func matchMeta(m *arena.Match) map[string]string {
	names := make([]string, len(m.Players))
	for i, p := range m.Players {
		names[i] = p.Name
	}
	return map[string]string{
		"made_by": benchMark + " " + strings.Join(names, " "),
		"games":   fmt.Sprint(m.Games), "perturb": fmt.Sprint(m.Perturb),
		"random_plies": fmt.Sprint(m.Random), "seed": fmt.Sprint(m.Seed),
	}
}

func (a *app) printBench(r benchResult) {
	t := a.table()
	t.row("", "", "games", "won", "drawn", "lost", "score", "95 %", "discs", "")
	for _, p := range r.Pairs {
		t.row(p.A, p.B, number(p.Games), number(p.Wins), number(p.Draws), number(p.Losses),
			fmt.Sprintf("%.1f %%", 100*p.Score), fmt.Sprintf("%.1f–%.1f", 100*p.Low, 100*p.High), fmt.Sprintf("%+.1f", p.Discs), "")
	}
	t.flush()
	a.printf("\n")
	t.row("", "Elo", "95 %", "")
	for _, e := range r.Ratings {
		t.row(e.Name, fmt.Sprintf("%+.0f", e.Elo), fmt.Sprintf("%+.0f to %+.0f", e.Low, e.High), "")
	}
	t.flush()
	a.printf("\nseed %s, %.0f %% of the moves random, %d random plies at the start, %.1f s\n", fmt.Sprint(r.Seed), 100*r.Perturb, r.Random, r.Seconds)
	if n := len(r.different); n < r.played/2 && n < 1000 {
		a.printf("note: only %d of the games are different, so the intervals mean little; use --perturb or --random-plies\n", n)
	}
	for i, name := range r.names {
		if n := r.cross.Forfeits(i); n > 0 {
			a.printf("%s forfeited %d games\n", name, n)
		}
	}
}
