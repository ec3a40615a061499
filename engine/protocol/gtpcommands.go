package protocol

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/engine/notation"
	"github.com/outflank/outflank/engine/runtime/durable"
)

// A gtpCommand is a command with its number of arguments.
type gtpCommand struct {
	name        string
	least, most int
	do          func(s *gtpSession, ctx context.Context, args []string) (string, error)
}

// many is the number of arguments for commands that ignore them.
const many = 1 << 30

// gtpCommands lists all commands, beginning with the commands of the specification. init fills it, because
// some commands use the list.
var gtpCommands []gtpCommand

func init() {
	gtpCommands = []gtpCommand{
		{"protocol_version", 0, many, says("2")},
		{"name", 0, many, func(s *gtpSession, _ context.Context, _ []string) (string, error) { return s.Name, nil }},
		{"version", 0, many, func(s *gtpSession, _ context.Context, _ []string) (string, error) { return s.Version, nil }},
		{"known_command", 1, 1, knownCommand},
		{"list_commands", 0, many, listCommands},
		{"quit", 0, many, says("")},
		{"boardsize", 1, 1, boardSize},
		{"clear_board", 0, many, clearBoard},
		{"komi", 1, 1, komi},
		{"play", 2, 2, play},
		{"genmove", 1, 1, genmove},
		{"undo", 0, many, undo},
		{"time_settings", 3, 3, timeSettings},
		{"time_left", 3, 3, timeLeftCommand},
		{"loadsgf", 1, 2, loadSGF},
		{"reg_genmove", 1, 1, regGenmove},
		{"final_score", 0, many, finalScore},
		{"showboard", 0, many, showBoard},
		{"set_game", 1, many, setGame},
		{"list_games", 0, many, says("Othello")},
		{setupCommand, 2, 3, setup},
	}
}

// says returns a command with a fixed answer.
func says(text string) func(*gtpSession, context.Context, []string) (string, error) {
	return func(*gtpSession, context.Context, []string) (string, error) { return text, nil }
}

func knownCommand(_ *gtpSession, _ context.Context, args []string) (string, error) {
	known := slices.ContainsFunc(gtpCommands, func(c gtpCommand) bool { return c.name == args[0] })
	return strconv.FormatBool(known), nil
}

func listCommands(*gtpSession, context.Context, []string) (string, error) {
	names := make([]string, len(gtpCommands))
	for i, c := range gtpCommands {
		names[i] = c.name
	}
	return strings.Join(names, "\n"), nil
}

// boardSize sets the board size and empties the board, as clear_board does.
func boardSize(s *gtpSession, _ context.Context, args []string) (string, error) {
	n, err := strconv.Atoi(args[0])
	if err != nil {
		return "", errSyntax
	}
	shape, err := engine.SquareShape(n)
	if err != nil {
		return "", errSize
	}
	start, err := shape.Start()
	if err != nil {
		return "", errSize
	}
	s.reset(start)
	return "", nil
}

// clearBoard starts a new game on the same board.
func clearBoard(s *gtpSession, _ context.Context, _ []string) (string, error) {
	if start, err := s.start.Board.Shape.Start(); err == nil {
		s.reset(start)
		return "", nil
	}
	s.reset(engine.StandardStart())
	return "", nil
}

// komi accepts and ignores a komi, because Othello has none.
func komi(_ *gtpSession, _ context.Context, args []string) (string, error) {
	if _, err := strconv.ParseFloat(args[0], 64); err != nil {
		return "", errSyntax
	}
	return "", nil
}

// colorOf parses a colour: b, w, black or white in any case.
func colorOf(word string) (engine.Color, error) {
	switch strings.ToLower(word) {
	case "b", "black":
		return engine.Black, nil
	case "w", "white":
		return engine.White, nil
	}
	return 0, errSyntax
}

// play plays the client's move. A pass is legal for a side without a move.
func play(s *gtpSession, _ context.Context, args []string) (string, error) {
	c, err := colorOf(args[0])
	if err != nil {
		return "", err
	}
	p := s.position()
	if strings.EqualFold(args[1], "pass") {
		if c == p.Color && p.Board.Moves() != 0 || c != p.Color && p.Board.Pass().Moves() != 0 {
			return "", errIllegal
		}
		s.done = append(s.done, engine.None)
		return "", nil
	}
	m, err := engine.ParseSquare(strings.ToLower(args[1]))
	if err != nil {
		return "", errSyntax
	}
	if c != p.Color || !p.Board.Moves().Has(m) {
		return "", errIllegal
	}
	s.done = append(s.done, m)
	return "", nil
}

// genmove answers with the agent's move and plays it.
func genmove(s *gtpSession, ctx context.Context, args []string) (string, error) {
	m, err := s.think(ctx, args[0])
	if err != nil {
		return "", err
	}
	s.done = append(s.done, m)
	return vertex(m), nil
}

// regGenmove answers with the agent's move without playing it.
func regGenmove(s *gtpSession, ctx context.Context, args []string) (string, error) {
	m, err := s.think(ctx, args[0])
	if err != nil {
		return "", err
	}
	return vertex(m), nil
}

// think asks the agent. The answer is None if the side has to pass or the game is over.
func (s *gtpSession) think(ctx context.Context, color string) (m engine.Square, err error) {
	c, err := colorOf(color)
	if err != nil {
		return engine.None, err
	}
	g := s.game()
	p := s.position()
	switch {
	case p.Board.Moves() == 0 || c != p.Color && p.Board.Pass().Moves() == 0:
		return engine.None, nil
	case c != p.Color:
		return engine.None, fmt.Errorf("it is the turn of %v", p.Color)
	}
	engine.Follow(s.Agent, &g)
	ctx, cancel := s.clock.limit(ctx, c, p.Board.Empty().Len())
	defer cancel()
	begin := time.Now()
	s.in.while(ctx, isQuit, func(ctx context.Context) { m, err = s.Agent.Choose(ctx, p.Board) })
	s.clock.spend(c, time.Since(begin))
	if err == nil && !p.Board.Moves().Has(m) {
		err = fmt.Errorf("the agent chose %v, which is illegal", m)
	}
	return m, oneLine(err)
}

// isQuit reports whether a line, with or without an id, is the command quit.
func isQuit(line string) bool {
	_, words := gtpWords(line)
	return len(words) > 0 && words[0] == "quit"
}

// vertex formats a move.
func vertex(m engine.Square) string {
	if m == engine.None {
		return "pass"
	}
	return strings.ToUpper(m.String())
}

// oneLine makes an error suitable for an answer: an empty line would end it early.
func oneLine(err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("%s", strings.Join(strings.Fields(err.Error()), " "))
}

func undo(s *gtpSession, _ context.Context, _ []string) (string, error) {
	if len(s.done) == 0 {
		return "", errUndo
	}
	s.done = s.done[:len(s.done)-1]
	return "", nil
}

// loadSGF sets up the first game of a file, up to just before the given move.
func loadSGF(s *gtpSession, _ context.Context, args []string) (string, error) {
	f, err := durable.Open(args[0])
	if err != nil {
		return "", errLoadFile
	}
	defer f.Close()
	for r, err := range notation.SGF.Read(f) {
		if err != nil {
			return "", errLoadFile
		}
		moves := r.Moves
		if len(args) > 1 {
			n, err := strconv.Atoi(args[1])
			if err != nil || n < 1 {
				return "", errSyntax
			}
			moves = moves[:min(n-1, len(moves))]
		}
		s.reset(r.Start)
		s.done = slices.Clone(moves)
		return "", nil
	}
	return "", errLoadFile
}

// finalScore answers in the form B+12, W+4 or 0; the winner gets the empty squares.
func finalScore(s *gtpSession, _ context.Context, _ []string) (string, error) {
	p := s.position()
	if !p.Board.Over() {
		return "", errScore
	}
	switch score := p.Score(engine.Black); {
	case score > 0:
		return fmt.Sprintf("B+%d", score), nil
	case score < 0:
		return fmt.Sprintf("W+%d", -score), nil
	}
	return "0", nil
}

// showBoard draws the board with X for black and O for white.
func showBoard(s *gtpSession, _ context.Context, _ []string) (string, error) {
	p := s.position()
	text := fmt.Sprintf("%v to move", p.Color)
	if p.Board.Over() {
		text = "the game is over"
	}
	squares := p.String()
	text += "\n  a b c d e f g h"
	for rank := range 8 {
		row := squares[8*rank : 8*rank+8]
		text += fmt.Sprintf("\n%d %s", rank+1, strings.Join(strings.Split(row, ""), " "))
	}
	return text, nil
}

func setGame(_ *gtpSession, _ context.Context, args []string) (string, error) {
	if len(args) == 1 && (strings.EqualFold(args[0], "Othello") || strings.EqualFold(args[0], "Reversi")) {
		return "", nil
	}
	return "", errGame
}

// setup sets up a position in the form of [engine.ParsePosition], with _ for #.
func setup(s *gtpSession, _ context.Context, args []string) (string, error) {
	p, err := engine.ParsePosition(strings.ReplaceAll(strings.Join(args, " "), "_", "#"))
	if err != nil {
		return "", errSyntax
	}
	s.reset(p)
	return "", nil
}
