package matches

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/outflank/outflank/cmd/outflank/internal/cli"
	"github.com/outflank/outflank/dataset/store"
	"github.com/outflank/outflank/engine/arena"
	"github.com/outflank/outflank/engine/notation"
	"github.com/outflank/outflank/engine/runtime/durable"
	"github.com/outflank/outflank/engine/runtime/fault"
	"github.com/outflank/outflank/engine/runtime/text"
	"github.com/outflank/outflank/qlearn/agents"
)

// A matchJob is a match and the settings of its outputs. The commands bench, match and tournament share it,
// with different presets.
type matchJob struct {
	app    *cli.App
	config arena.Config
	specs  string // the file that names the agents, if any

	fleet         cli.Fleet
	workers       int
	state, resume string   // files
	dir           string   // for the games as a table
	pgn, ggf      string   // for the games as text
	log           string   // file for the messages to and from external engines
	crossFiles    []string // for the cross-table
	asJSON        bool
	tournament    bool           // one argument is a file of agents; the report has a cross-table
	games         []arena.Result // for a page, otherwise none
}

// command completes a command that plays a match. perturb is the default of --perturb. fresh checks the
// arguments of a new match.
func (j *matchJob) command(perturb float64, fresh cobra.PositionalArgs, c *cobra.Command) *cobra.Command {
	c.Args = j.args(fresh)
	c.RunE = func(c *cobra.Command, args []string) error {
		if err := j.takeAgents(args); err != nil {
			return err
		}
		return j.run(c)
	}
	j.addFlags(c, perturb)
	return c
}

// takeAgents takes the agents from the arguments, or from the file that a single argument names.
func (j *matchJob) takeAgents(args []string) (err error) {
	if j.config.Agents = args; len(args) != 1 {
		return nil
	}
	path, marked := strings.CutPrefix(args[0], "@")
	if j.tournament && !agents.IsPython(path) {
		path = args[0]
	} else if !marked {
		return nil // the protocol names the opponent
	}
	j.specs = path
	j.config.Agents, err = readSpecs(path)
	return err
}

// args checks the arguments. For a new match, it uses fresh; a resumed match has no arguments.
func (j *matchJob) args(fresh cobra.PositionalArgs) cobra.PositionalArgs {
	return func(c *cobra.Command, args []string) error {
		if j.resume == "" {
			return fresh(c, args)
		}
		if len(args) > 0 {
			return fault.Misuse(errors.New("--resume reads the agents from the state file"))
		}
		return nil
	}
}

// run plays the match and reports it.
func (j *matchJob) run(c *cobra.Command) error {
	farm, end, err := j.fleet.Farm(c.Context(), j.app, j.state, j.resume)
	if err != nil {
		return err
	}
	defer end()
	state, err := j.prepare(c)
	if err != nil {
		return cli.FlagError(err)
	}
	state.Farm = farm
	players, err := externals(state)
	if err != nil {
		return errors.Join(err, state.Close())
	}
	log, err := j.openLog(players)
	if err == nil && farm == nil && j.config.MaxForfeits == 0 { // otherwise such a program forfeits its games
		err = greet(c.Context(), players)
	}
	if err != nil {
		return errors.Join(err, log.close(), state.Close())
	}
	release := keep(players)
	took, err := j.play(c.Context(), state)
	release()
	if err = errors.Join(err, log.close(), state.Close()); j.file() != "" {
		err = j.interrupted(c, state, err)
	}
	r := state.Result()
	r.Seconds = took.Seconds()
	return j.report(r, err)
}

// prepare creates the match and opens its state file before the first game.
func (j *matchJob) prepare(c *cobra.Command) (state *arena.State, err error) {
	if err := j.resolveConfig(c); err != nil {
		return nil, err
	}
	if err := j.checkFiles(); err != nil {
		return nil, err
	}
	if state, err = j.open(); err != nil {
		return nil, err
	}
	state.Match.Workers, state.Match.Now = j.workers, time.Now
	if j.state != "" {
		fmt.Fprintf(j.app.Err, "to resume after an interruption: %s\n", j.resumeCommand(c))
	}
	return state, nil
}

// open opens the match, and its state file if there is one.
func (j *matchJob) open() (*arena.State, error) {
	switch {
	case j.resume != "":
		return arena.Resume(j.resume, agents.Resolver{})
	case j.state == "":
		return arena.New(j.config, agents.Resolver{})
	}
	state, err := arena.Create(j.state, j.config, agents.Resolver{})
	if errors.Is(err, durable.ErrExists) {
		err = fault.Misuse(fmt.Errorf("%s exists: --resume continues the match in it", j.state))
	}
	return state, err
}

func (j *matchJob) checkFiles() error {
	if j.state != "" && j.resume != "" {
		return fault.Misuse(errors.New("--state starts a new match and --resume continues one: give only " +
			"one of them"))
	}
	for _, path := range j.crossFiles {
		if _, ok := arena.CrossTableFormat(cli.Extension(path)); !ok && !isPage(path) {
			return fault.Misuse(fmt.Errorf("--cross %s: want a file that ends in .html, .md, .txt, .csv or .json",
				path))
		}
	}
	inputs := []string{j.specs, j.config.Openings, j.resume}
	for _, spec := range j.config.Agents {
		inputs = append(inputs, agents.Files(spec)...)
	}
	if err := cli.CheckOutputs(inputs,
		append([]string{j.state, j.pgn, j.ggf, j.log}, j.crossFiles...)...); err != nil {
		return err
	}
	if j.dir != "" {
		return cli.RefuseOtherTables(j.dir, benchMark)
	}
	return nil
}

// resolveConfig completes the settings: for a new match from its protocol, for a resumed match from the state
// file.
func (j *matchJob) resolveConfig(c *cobra.Command) (err error) {
	if j.resume == "" {
		j.presetClass(c.Flags())
		return j.applyProtocol(c.Flags())
	}
	if err := cli.RefuseFlags(c.Flags(), "--resume reads the settings of the match from the state file",
		resultFlags...); err != nil {
		return err
	}
	j.config, err = arena.ReadConfig(j.resume)
	return err
}

// file returns the path of the state file, or "" if there is none.
func (j *matchJob) file() string { return cmp.Or(j.state, j.resume) }

// resumeCommand returns the command that resumes the match.
func (j *matchJob) resumeCommand(c *cobra.Command) string {
	words := []string{c.CommandPath(), "--resume", text.Quote(j.file())}
	c.Flags().Visit(func(f *pflag.Flag) {
		switch {
		case f.Name == "state" || f.Name == "resume" || !slices.Contains(resultFlags, f.Name):
		case f.Name == "cross":
			for _, path := range j.crossFiles {
				words = append(words, "--cross", text.Quote(path))
			}
		case f.Value.Type() == "bool":
			words = append(words, "--"+f.Name)
		default:
			words = append(words, "--"+f.Name, text.Quote(f.Value.String()))
		}
	})
	return strings.Join(words, " ")
}

// interrupted returns an error that says how to resume an interrupted match.
func (j *matchJob) interrupted(c *cobra.Command, state *arena.State, err error) error {
	if !errors.Is(err, context.Canceled) {
		return err
	}
	return fmt.Errorf("%w after %s of %s; continue with\n  %s", fault.ErrInterrupted,
		text.Number(state.Played()), text.Plural(state.Match.Total(), "game"), j.resumeCommand(c))
}

// play plays the match with a live table. When all games are played, it writes them to the requested files
// and the folder. It returns the time that the match took, even with an error.
func (j *matchJob) play(ctx context.Context, state *arena.State) (took time.Duration, err error) {
	var table *store.Writer
	if j.dir != "" {
		if table, err = store.Create(j.dir, store.Options{Meta: tableMeta(state)}); err != nil {
			return 0, err
		}
		defer table.Abort()
	}
	live := newLive(j.app, state)
	defer live.end()
	err = writeGames(j.gameFiles(), func(write func(notation.Record) error) error {
		for game, err := range state.Run(ctx) {
			if err != nil {
				return err
			}
			live.forfeited(game, names(state))
			live.show()
			if slices.ContainsFunc(j.crossFiles, isPage) {
				j.games = append(j.games, game)
			}
			err := write(game.Record(names(state)))
			if err == nil && table != nil {
				err = store.WritePlayed(table, game, names(state))
			}
			if err != nil {
				return err
			}
		}
		return nil
	})
	if took = live.Elapsed(); err == nil && table != nil {
		_, err = table.Commit()
	}
	return took, err
}

// names returns the names of the players.
func names(state *arena.State) []string {
	list := make([]string, len(state.Match.Players))
	for i, p := range state.Match.Players {
		list[i] = p.Name
	}
	return list
}

// benchMark is the prefix of the origin of a table of games from a match.
const benchMark = "outflank bench"

// tableMeta returns metadata that describes the match, for its table of games.
func tableMeta(state *arena.State) map[string]string {
	cfg, m := state.Config, state.Match
	meta := map[string]string{
		"made_by": benchMark + " " + strings.Join(names(state), " "),
		"games":   fmt.Sprint(m.Games), "perturb": fmt.Sprint(m.Perturb),
		"random_plies": fmt.Sprint(m.Random), "seed": fmt.Sprint(m.Seed),
	}
	for key, value := range map[string]string{"protocol": cfg.Protocol, "openings": cfg.Openings,
		"ties": cfg.Ties, "clock": cfg.Clock, "timeout": cfg.Timeout} {
		if value != "" {
			meta[key] = value
		}
	}
	if cfg.Shuffle {
		meta["shuffle"] = "true"
	}
	if cfg.MaxForfeits > 0 {
		meta["max_forfeits"] = fmt.Sprint(cfg.MaxForfeits)
	}
	if cfg.Adjudicate > 0 {
		meta["adjudicate"] = fmt.Sprint(cfg.Adjudicate)
	}
	return meta
}
