package matches

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/outflank/outflank/cmd/outflank/internal/cli"
	"github.com/outflank/outflank/engine/arena"
	"github.com/outflank/outflank/engine/runtime/fault"
	"github.com/outflank/outflank/engine/runtime/text"
	"github.com/outflank/outflank/qlearn/agents"
)

func benchCommand(a *cli.App) *cobra.Command {
	job := &matchJob{app: a}
	return job.command(0.05, job.benchArgs, &cobra.Command{
		Use:   "bench AGENT AGENT… | @SPECFILE",
		Short: "Play agents against each other and compare their scores, with intervals",
		Long: `Bench plays a round robin. Each pair of agents plays the same openings from both sides.
Deterministic agents would repeat a single game. Therefore a random move replaces each
move with a small probability, equal for both sides (--perturb), or games start with
random plies (--random-plies) or from a file of openings (--openings). @SPECFILE stands
for the agents in a file, one per line.

--protocol follows a published protocol, so that you can compare scores. It prescribes
random moves, ties, openings and, unless --games is given, the number of games:

` + arena.ProtocolHelp() + `
The openings come with the program; --openings FILE replaces them. Bench refuses other
flags that would change a protocol.

` + "`outflank match`" + ` does the same for two agents, without random moves, and
` + "`outflank tournament`" + ` for the agents in a file.

Agents:
` + agents.Help(),
		Example: `  outflank bench q:model=q.model random minimax:depth=2 --games 400
  outflank bench ab:depth=4 ab:depth=6 --perturb 0 --random-plies 8 -o match
  outflank bench greedy random --json
  outflank bench --protocol league q:model=q.model                # against swh
  outflank bench --protocol lucas1000 @players.txt --json
  outflank bench --protocol cs181 q:model=q.model random minimax:depth=2
  outflank bench --protocol xot q:model=q.model ab:depth=4 --games 200 --seed 3`,
	})
}

// benchArgs requires two agents. One argument is enough if it is a file of agents or if the protocol names
// the opponent.
func (j *matchJob) benchArgs(c *cobra.Command, args []string) error {
	p, err := arena.FindProtocol(j.config.Protocol)
	if err != nil {
		return cli.FlagError(err)
	}
	if len(args) == 1 && (p.Opponent != "" || strings.HasPrefix(args[0], "@")) {
		return nil
	}
	return cobra.MinimumNArgs(2)(c, args)
}

func matchCommand(a *cli.App) *cobra.Command {
	job := &matchJob{app: a}
	return job.command(0, cobra.ExactArgs(2), &cobra.Command{
		Use:   "match AGENT AGENT",
		Short: "Play a match between two agents, from openings and with equal limits",
		Long: `Match plays every opening twice between two agents, once from each side. During and after
the match, it reports:

  Elo 104 ± 53, LOS 99.7 %, LLR 1.20 (-2.94, 2.94), Ptnml [13 1 39 3 40]

These are the Elo advantage of the first agent with half of its 95 % interval; the likelihood that
it is stronger; with --sprt, the log-likelihood ratio and its stopping bounds; and the numbers of
game pairs in which it scored 0, ½, 1, 1½ and 2 points, from which the other figures follow.
--pgn and --ggf write the games after the match.

--state saves every game to a file as soon as it ends. After an interruption, by Ctrl-C or
otherwise, --resume continues the match, with the same games and tables as an uninterrupted one.

--protocol prescribes random moves, openings and games, as in ` + "`outflank bench`" + `.

--time limits each move. --clock 1m+1s gives each side one minute plus one second per move;
running out of time loses the game. Agents that do not budget their time get an even share for
each move.

External engines play as gtp:cmd="…" and nboard:cmd="…". Match refuses an engine that does not
answer the handshake. An engine whose process exits loses the game, unless --restart restarts it.
--log writes the whole dialogue with the engines to a file.`,
		Example: `  outflank match ab:eval=wedge ab:eval=swh --depth 4 --openings xot --games 200
  outflank match ab:depth=6 'gtp:cmd="gtp-rhino -b 0"' --openings xot --state m.ndjson
  outflank match engine 'gtp:cmd="edax -gtp"' --clock 1m+1s --openings xot --games 100
  outflank match ab:depth=6 'gtp:cmd="./mine"' --random-plies 8 --log mine.log --restart
  outflank match ab:eval=a ab:eval=b --time 100ms --random-plies 8 --sprt 0,20
  outflank match cassio ucb --holes p=0.2 --games 100   # each empty square is a hole with this probability
  outflank match ab:depth=4 ab:depth=6 --random-plies 8 --pgn games.pgn
  outflank match --resume m.ndjson --json`,
	})
}

func tournamentCommand(a *cli.App) *cobra.Command {
	job := &matchJob{app: a, tournament: true}
	return job.command(0, cobra.MinimumNArgs(1), &cobra.Command{
		Use:   "tournament SPECFILE | AGENT AGENT…",
		Short: "Play a round robin between agents, with a cross-table and a page",
		Long: `Tournament pairs all agents: those of the arguments, or those in a file with one agent per
line, where blank lines and comments after # are ignored. Each pair plays every opening from
both sides. --cross writes the cross-table as text, CSV, JSON or Markdown, or as a page with
forfeits and replays of the games, depending on the extension of the file. The cross-table is
the same in every run.

Files of Python, such as those of a class, play as policies. If there are any, each pair plays
10 games from a sample of the XOT openings, a move may take 2 s (--timeout), and an agent that
forfeits 3 games in a row loses its other games without play (--max-forfeits). A file that
crashes, never answers or plays an illegal move loses these games. The files run with your
rights; see ` + "`outflank help matches`" + `.

--state and --resume work as in ` + "`outflank match`, --protocol as in `outflank bench`.",
		Example: `  outflank tournament agents.txt --games 400 --random-plies 8 --time 100ms --state t.ndjson
  outflank tournament --resume t.ndjson --cross table.md --cross table.csv
  outflank tournament class/*.py greedy --cross class.html
  printf '%s\n' random local minimax ab:exact=0 uct epsilon-uct > six.txt
  outflank tournament six.txt --time 1ms --random-plies 6   # Table I of Zhang and Chen`,
	})
}

// maxSpecs is the maximum size of a file of agents, in bytes.
const maxSpecs = 256 << 10

// readSpecs reads the agents of a tournament.
func readSpecs(path string) ([]string, error) {
	text, err := text.ReadFile(path, maxSpecs)
	if err != nil {
		return nil, err
	}
	var specs []string
	n := 0
	for line := range strings.Lines(text) {
		n++
		line, _, _ = strings.Cut(line, "#")
		spec := strings.TrimSpace(line)
		if spec == "" {
			continue
		}
		if _, err := agents.Find(spec); err != nil {
			// With %v, the error is no longer a misuse error: the file is wrong, not the command line.
			return nil, fault.BadInput(fmt.Errorf("%s, line %d: %v", path, n, err))
		}
		specs = append(specs, spec)
	}
	if len(specs) < 2 {
		return nil, fault.BadInput(fmt.Errorf("%s: a tournament needs at least two agents, one per line, but "+
			"the file names %d", path,
			len(specs)))
	}
	return specs, nil
}
