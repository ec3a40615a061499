package run

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/outflank/outflank/engine/runtime/text"
	"github.com/outflank/outflank/qlearn"
	"github.com/outflank/outflank/qlearn/agents"
)

// Card returns the model card of a run in state s, in Markdown. It describes the model, its training and
// data, and the evaluations with their scores, and gives the command that repeats the run.
func (info *Info) Card(s *State) string {
	var text strings.Builder
	fmt.Fprintf(&text, "# %s\n\n", info.Title())
	cardModel(&text, info, s)
	cardTraining(&text, info)
	cardPool(&text, s)
	cardResults(&text, info, s)
	cardRebuild(&text, info)
	return text.String()
}

func cardModel(page *strings.Builder, info *Info, s *State) {
	fmt.Fprintf(page, "Approximate Q-learning of Othello: %s.\n", info.Last().Model.formula())
	fmt.Fprintf(page, "%s of %s learned from, %s.\n\n", text.Number(s.Games), text.Plural(info.Games(), "game"),
		text.Plural(s.Updates, "move"))
	best := info.File(BestFile)
	switch {
	case s.Best == nil:
		page.WriteString("No model has been evaluated yet.\n\n")
	case len(info.Evaluate.SelectBy) == 0:
		fmt.Fprintf(page, "`%s` is the last model, after %s.\n\n", best, text.Plural(s.Best.Games, "game"))
	default:
		fmt.Fprintf(page, "`%s` is the model after %s, which scored best, %.2f %%, against the opponents that "+
			"select it:\n%s.\n\n",
			best, text.Plural(s.Best.Games, "game"), 100*s.Best.Score, labels(info.Evaluate.SelectBy))
	}
}

// formula describes Q.
func (c *ModelConfig) formula() string {
	if c.Net != "" {
		return "Q by a " + c.Net + " net"
	}
	return "Q(s,a) = w·φ(board after a), " + c.described()
}

func (c *ModelConfig) described() string {
	if c.Net != "" {
		return "a " + c.Net + " net"
	}
	return "features `" + c.Features + "`"
}

func labels(list []Match) string {
	var names []string
	for _, m := range list {
		names = append(names, "`"+m.Label()+"`")
	}
	return strings.Join(names, ", ")
}

func cardTraining(page *strings.Builder, info *Info) {
	page.WriteString("## Training\n\n")
	for i, p := range info.Phases {
		l := p.Learn
		fmt.Fprintf(page, "%d. %s%s with %s: rule %v%s, λ %v, step size %v to %v (%v), exploration %v to %v, "+
			"reward %v%s; %d actors of %d games a round.\n",
			i+1, prefixed(p.Name, ": "), text.Plural(l.Games, "game"), p.Model.described(), l.Rule, offline(&l),
			l.Lambda, l.Alpha, l.AlphaEnd, l.Schedule, l.Epsilon, l.EpsilonEnd, l.Reward,
			shaped(&l), l.Actors, l.Batch)
		fmt.Fprintf(page, "   Games: `%s`.", p.Games.Mix)
		if d := info.Data[i]; d.Sum != "" {
			fmt.Fprintf(page, " Transcripts: %s%s.", d, p.Games.filters())
		}
		page.WriteString("\n")
	}
	for _, path := range slices.Sorted(maps.Keys(info.Inputs)) {
		fmt.Fprintf(page, "\nRead: `%s`, sha256 %s.\n", path, info.Inputs[path])
	}
	page.WriteString("\n")
}

// AsynchronousNote warns that training is not reproducible.
const AsynchronousNote = "asynchronous: the result depends on timing, the same seed may give other weights"

// offline describes how training avoids trusting values of moves that do not occur in recorded games.
func offline(l *qlearn.Config) (text string) {
	if l.Restricted {
		text = " over the moves of the transcripts"
	}
	if l.Conservative > 0 {
		text += fmt.Sprintf(", conservative penalty %v", l.Conservative)
	}
	return text
}

// shaped names the evaluator whose potential shapes the rewards.
func shaped(l *qlearn.Config) string {
	if l.Potential == "" {
		return ""
	}
	return fmt.Sprintf(" shaped by the potential `%s`", l.Potential)
}

// filters describes the filter of the transcripts.
func (g *GamesConfig) filters() (text string) {
	for _, f := range []struct{ name, value string }{
		{"years", g.Years}, {"player", g.Player}, {"tournament", g.Tournament}, {"kind", g.Kind}, {"split", g.Split},
	} {
		if f.value != "" {
			text += ", " + f.name + " " + f.value
		}
	}
	if g.Winners {
		text += ", moves of the winners"
	}
	return text
}

// prefixed returns text followed by then, or "" if text is empty.
func prefixed(text, then string) string {
	if text == "" {
		return ""
	}
	return text + then
}

// String formats a mixture as in a configuration file.
func (m Mixture) String() string {
	var parts []string
	for _, s := range m {
		parts = append(parts, fmt.Sprintf("%s=%v", s.From, s.Weight))
	}
	return strings.Join(parts, ",")
}

// cardPool lists the past checkpoints in the opponent pool, with their ratings.
func cardPool(page *strings.Builder, s *State) {
	if len(s.Pools) == 0 {
		return
	}
	page.WriteString("## Opponent pool\n\n")
	page.WriteString("Past checkpoints that the pool holds. Games and score are the model's since they were " +
		"kept, while it\nexplored and learned; the score counts a win and a loss more than were played.\n\n")
	page.WriteString("| phase | after | games | score | Elo below the model |\n|--:|--:|--:|--:|--:|\n")
	for i, members := range s.Pools {
		for _, m := range members {
			fmt.Fprintf(page, "| %d | %s | %s | %.1f %% | %.0f |\n", i+1, text.Plural(m.Games, "game"),
				text.Number(m.Played), 100*m.Score(), m.Elo())
		}
	}
	page.WriteString("\n")
}

func cardResults(page *strings.Builder, info *Info, s *State) {
	if len(info.Evaluate.TestOn) == 0 {
		return
	}
	page.WriteString("## Results\n\n")
	list, model, file, seed := s.Final, "the best model", info.File(BestFile), info.Evaluate.Seed+1
	if len(list) == 0 {
		page.WriteString("The training is not finished; these are of the model as it last was.\n\n")
		list, model, file, seed = s.lastTested(), "the last model", info.File(LastFile), info.Evaluate.Seed
	}
	fmt.Fprintf(page, "Scores of %s, looking one ply ahead, as shares of the points with 95 %% intervals; "+
		"every\nopening from both sides, seed %d. None of these opponents selected the model.\n\n", model, seed)
	page.WriteString("| opponent | protocol | games | score | 95 % | discs |\n|---|---|--:|--:|---|--:|\n")
	for _, e := range list {
		fmt.Fprintf(page, "| `%s` | %s | %s | %.2f %% | %.2f–%.2f | %+.2f |\n", e.Match.Opponent, e.Match.Protocol,
			text.Number(e.Played), 100*e.Score, 100*e.Low, 100*e.High, e.Discs)
	}
	page.WriteString("\n`outflank bench` gives the same figures:\n\n")
	for _, e := range list {
		fmt.Fprintf(page, "    outflank bench --protocol %s --games %d --seed %d%s %s %s\n", e.Match.Protocol,
			e.Played, seed, openingsFlag(e.Match.Openings), agents.SpecOf(info.Last().Model.Net, file),
			text.Quote(e.Match.Opponent))
	}
	page.WriteString("\n")
}

func openingsFlag(path string) string {
	if path == "" {
		return ""
	}
	return " --openings " + text.Quote(path)
}

// lastTested returns the latest results against the test opponents.
func (s *State) lastTested() (list []Measurement) {
	for _, e := range s.Evaluations {
		if e.Games == s.Evaluated && !e.Selects {
			list = append(list, e)
		}
	}
	return list
}

func cardRebuild(text *strings.Builder, info *Info) {
	fmt.Fprintf(text, "## Again\n\n    outflank train --config %s --seed %d%s -o FOLDER\n\n", tomlFile,
		info.Seed, info.gamesFlag())
	fmt.Fprintf(text, "Made by outflank %s, %s on %s. ", info.Outflank, info.Go, info.Platform)
	if info.Asynchronous() {
		fmt.Fprintf(text, "A%s.\n", AsynchronousNote[1:])
		return
	}
	text.WriteString("The same version makes the same bytes, with any number of\nworkers.\n")
}

// gamesFlag returns the flag --games for a single-phase run, or "".
func (info *Info) gamesFlag() string {
	if len(info.Phases) != 1 {
		return ""
	}
	return fmt.Sprintf(" --games %d", info.Phases[0].Learn.Games)
}
