package matches

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/outflank/outflank/cmd/outflank/cli"
	"github.com/outflank/outflank/dataset"
	"github.com/outflank/outflank/engine/arena"
	"github.com/outflank/outflank/engine/fault"
	"github.com/outflank/outflank/engine/report"
	"github.com/outflank/outflank/engine/tournament"
	"github.com/outflank/outflank/qlearn/agents"
)

// A matchJob is a match with what the command is to do with it: bench, match and
// tournament are the same job with other presets.
type matchJob struct {
	app    *cli.App
	config tournament.Config
	specs  string // the file that names the agents, if one does

	workers       int
	state, resume string   // files
	dir           string   // for the games as a table
	crossFiles    []string // for the cross-table
	asJSON        bool
	crossTable    bool // print a cross-table instead of the pairs
}

// resultFlags are the flags that change nothing in the games.
var resultFlags = []string{"workers", "state", "resume", "output", "cross", "json"}

func (j *matchJob) addFlags(c *cobra.Command, perturb float64) {
	f := c.Flags()
	addFlags(&j.config, f, perturb)
	cli.AddWorkersFlag(c, &j.workers, "games at the same time")
	f.StringVar(&j.state, "state", "", "keep every game in this new file, so that the match can be resumed")
	f.StringVar(&j.resume, "resume", "", "go on with the match of this state file")
	f.StringVarP(&j.dir, "output", "o", "", "write the games as a table into this folder")
	f.StringArrayVar(&j.crossFiles, "cross", nil, "write the cross-table into this file (.txt, .csv, .json or .md); may be repeated")
	f.BoolVar(&j.asJSON, "json", false, "print results as JSON")
}

// args are the arguments of a new match; a resumed one has none.
func (j *matchJob) args(fresh cobra.PositionalArgs) cobra.PositionalArgs {
	return func(c *cobra.Command, args []string) error {
		if j.resume == "" {
			return fresh(c, args)
		}
		if len(args) > 0 {
			return fmt.Errorf("--resume takes the agents from the state file")
		}
		return nil
	}
}

// run plays the match and reports it.
func (j *matchJob) run(c *cobra.Command) error {
	m, journal, err := j.prepare(c)
	if err != nil {
		return err
	}
	r, err := j.play(c.Context(), m, journal)
	if journal != nil {
		err = errors.Join(err, journal.Close())
		err = j.interrupted(c, r, err)
	}
	if err != nil && (r.Played == 0 || j.asJSON) {
		return err
	}
	if err == nil {
		err = j.writeCross(r)
	}
	if j.asJSON {
		return errors.Join(err, report.JSON(j.app.Out, r))
	}
	j.print(r)
	if err == nil && j.dir != "" {
		j.app.Printf("\nwrote %s (%d games)\n", j.dir, r.Played)
	}
	return err
}

// prepare makes the match and opens its state file, before a game is played.
func (j *matchJob) prepare(c *cobra.Command) (*arena.Match, *arena.Journal, error) {
	if err := j.settle(c); err != nil {
		return nil, nil, err
	}
	if err := j.checkFiles(); err != nil {
		return nil, nil, err
	}
	m, err := j.config.Match(agents.Resolver{})
	if err != nil {
		return nil, nil, err
	}
	m.Workers = j.workers
	journal, err := j.journal(m)
	if err == nil && j.state != "" {
		fmt.Fprintf(j.app.Err, "if it is interrupted, this goes on with it: %s\n", j.resumeCommand(c))
	}
	return m, journal, err
}

func (j *matchJob) checkFiles() error {
	if j.state != "" && j.resume != "" {
		return fault.Misuse(errors.New("--state is for a new match, --resume for one that was begun: give one of them"))
	}
	for _, path := range j.crossFiles {
		if _, ok := tournament.CrossFormats[cli.Extension(path)]; !ok {
			return fault.Misuse(fmt.Errorf("--cross %s: want a file that ends in .txt, .csv, .json or .md", path))
		}
	}
	if err := cli.CheckOutputs([]string{j.specs, j.config.Openings, j.state, j.resume}, j.crossFiles...); err != nil {
		return err
	}
	if j.dir != "" {
		return cli.RefuseOtherTables(j.dir, benchMark)
	}
	return nil
}

// settle completes the settings, of a new match by its protocol.
func (j *matchJob) settle(c *cobra.Command) error {
	if j.resume != "" {
		return j.settings(c)
	}
	return j.follow(c.Flags())
}

// settings takes the match from the state file.
func (j *matchJob) settings(c *cobra.Command) error {
	var bad []string
	c.Flags().Visit(func(f *pflag.Flag) {
		if !slices.Contains(resultFlags, f.Name) {
			bad = append(bad, "--"+f.Name)
		}
	})
	if len(bad) > 0 {
		return fault.Misuse(fmt.Errorf("%s: --resume takes the settings of the match from the state file", strings.Join(bad, ", ")))
	}
	j.config = tournament.Config{}
	return arena.JournalSettings(j.resume, &j.config)
}

// journal opens or makes the state file, if one is asked for.
func (j *matchJob) journal(m *arena.Match) (*arena.Journal, error) {
	switch {
	case j.resume != "":
		journal, err := arena.OpenJournal(j.resume, m)
		return journal, err
	case j.state != "":
		journal, err := arena.CreateJournal(j.state, m, j.config)
		if errors.Is(err, arena.ErrJournalExists) {
			err = fault.Misuse(fmt.Errorf("%s exists: --resume goes on with the match that it holds", j.state))
		}
		return journal, err
	}
	return nil, nil
}

// resumeCommand is the command that goes on with the match.
func (j *matchJob) resumeCommand(c *cobra.Command) string {
	path := j.state
	if path == "" {
		path = j.resume
	}
	words := []string{c.CommandPath(), "--resume", report.Quote(path)}
	c.Flags().Visit(func(f *pflag.Flag) {
		switch {
		case f.Name == "state" || f.Name == "resume" || !slices.Contains(resultFlags, f.Name):
		case f.Name == "cross":
			for _, path := range j.crossFiles {
				words = append(words, "--cross", report.Quote(path))
			}
		case f.Value.Type() == "bool":
			words = append(words, "--"+f.Name)
		default:
			words = append(words, "--"+f.Name, report.Quote(f.Value.String()))
		}
	})
	return strings.Join(words, " ")
}

// interrupted tells how a match goes on that was stopped.
func (j *matchJob) interrupted(c *cobra.Command, r *tournament.Result, err error) error {
	if !errors.Is(err, context.Canceled) {
		return err
	}
	return fmt.Errorf("%w after %s of %s; go on with\n  %s", fault.ErrInterrupted, report.Number(r.Played), report.Plural(r.Total, "game"), j.resumeCommand(c))
}

// play plays with a live table and, when there is a folder for them, writes the
// games as a table. With an error it returns what was played up to there.
func (j *matchJob) play(ctx context.Context, m *arena.Match, journal *arena.Journal) (*tournament.Result, error) {
	r := tournament.NewResult(j.config, m)
	var table *dataset.Writer
	if j.dir != "" {
		var err error
		if table, err = dataset.Create(j.dir, dataset.Options{Meta: matchMeta(j.config, m)}); err != nil {
			return r, err
		}
		defer table.Abort()
	}
	live := newLive(j.app, r)
	defer live.end()
	play := m.Play
	if journal != nil {
		play = journal.Play(m.Play)
		live.known = journal.Known()
	}
	err := j.collect(r, m.RunBy(ctx, play), table, live)
	if errors.Is(err, errStopped) {
		err = nil
	}
	r.Summarise(live.Elapsed())
	if err == nil && table != nil {
		_, err = table.Commit()
	}
	return r, err
}

// collect counts the games and writes them into the table, if there is one.
func (j *matchJob) collect(r *tournament.Result, results iter.Seq2[arena.Result, error], table *dataset.Writer, live *live) error {
	for game, err := range results {
		if err != nil {
			return err
		}
		r.Add(game)
		live.show()
		if table != nil {
			if err := dataset.WritePlayed(table, game, r.Names); err != nil {
				return err
			}
		}
		if r.Decided() {
			return errStopped
		}
	}
	return nil
}

// benchMark begins what a table of games says about how it was made.
const benchMark = "outflank bench"

// matchMeta is what a table of games says about the match they come from.
func matchMeta(cfg tournament.Config, m *arena.Match) map[string]string {
	names := make([]string, len(m.Players))
	for i, p := range m.Players {
		names[i] = p.Name
	}
	meta := map[string]string{
		"made_by": benchMark + " " + strings.Join(names, " "),
		"games":   fmt.Sprint(m.Games), "perturb": fmt.Sprint(m.Perturb),
		"random_plies": fmt.Sprint(m.Random), "seed": fmt.Sprint(m.Seed),
	}
	for key, value := range map[string]string{"protocol": cfg.Protocol, "openings": cfg.Openings, "ties": cfg.Ties} {
		if value != "" {
			meta[key] = value
		}
	}
	if cfg.Shuffle {
		meta["shuffle"] = "true"
	}
	if cfg.Adjudicate > 0 {
		meta["adjudicate"] = fmt.Sprint(cfg.Adjudicate)
	}
	return meta
}
