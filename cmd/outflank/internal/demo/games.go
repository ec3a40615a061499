package demo

import (
	"context"
	"fmt"
	"io"
	"path/filepath"

	"github.com/outflank/outflank/cmd/outflank/internal/cli"
	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/engine/arena"
	"github.com/outflank/outflank/engine/notation"
	"github.com/outflank/outflank/engine/runtime/durable"
	"github.com/outflank/outflank/engine/search"
	"github.com/outflank/outflank/qlearn/agents"
	"github.com/outflank/outflank/wthor"
)

// The built-in database is a round robin of agents of different strengths from random openings. A few random
// moves make the games differ.
const (
	demoYear   = 2026
	demoDepth  = 12 // empty squares of the position that is solved for the theoretical score
	demoRounds = 36 // games of each pair of agents
)

var demoPlayers = []string{
	"random", "greedy", "minimax:depth=1", "minimax:depth=2", "minimax:depth=3",
	"ab:depth=2,exact=6", "ab:depth=3,exact=8", "ab:depth=4,exact=8", "ab:depth=4,exact=10",
	"ab:depth=5,exact=10", "ab:depth=6,exact=12",
}

// demoMatch returns the match whose games form the built-in database.
func demoMatch() (*arena.Match, error) {
	players, err := agents.ParseAll(demoPlayers)
	return &arena.Match{Players: players, Games: demoRounds, Random: 6, Perturb: 0.03, Seed: 1}, err
}

// makeDemoGames plays the games of the built-in database and writes its three files.
func makeDemoGames(a *cli.App, ctx context.Context, dir string) error {
	m, err := demoMatch()
	if err != nil {
		return err
	}
	var games []wthor.Game
	bar := a.Meter("playing", "games", m.Total())
	defer bar.End()
	for r, err := range m.Run(ctx) {
		if err != nil {
			return err
		}
		g, err := demoRecord(ctx, r)
		if err != nil {
			return err
		}
		games = append(games, g)
		bar.Set(len(games))
	}
	return writeDemoGames(dir, games)
}

// demoRecord converts a game to a WTHOR record. Games in this format begin with f5, so demoRecord turns the
// board accordingly.
func demoRecord(ctx context.Context, r arena.Result) (wthor.Game, error) {
	g, _ := notation.Turn(r.Game, engine.At(5, 4))
	record := wthor.Game{Tournament: 1, Black: uint16(r.Black + 1), White: uint16(r.White + 1)}
	squares := make([]uint8, len(g.Moves))
	for i, s := range g.Moves {
		squares[i] = uint8(s)
	}
	if err := record.SetSquares(squares); err != nil {
		return record, err
	}
	record.Score = uint8((r.Score + 64) / 2)
	theory, err := theoretical(ctx, g, r.Score)
	record.Theory = uint8((theory + 64) / 2)
	return record, err
}

// theoretical solves the position with demoDepth empty squares for black. For a game that ended earlier, it
// returns the result of the game.
func theoretical(ctx context.Context, g engine.Game, result int) (int, error) {
	for ply, err := range g.Plies() {
		if err != nil {
			return 0, err
		}
		p := ply.Position
		if p.Board.Empty().Len() > demoDepth {
			continue
		}
		info, err := search.Solve(ctx, p.Board, search.Options{})
		if p.Color == engine.White {
			info.Score = -info.Score
		}
		return int(info.Score), err
	}
	return result, nil
}

func writeDemoGames(dir string, games []wthor.Game) error {
	date := wthor.Header{Century: demoYear / 100, YearOfCentury: demoYear % 100, Month: 11, Day: 20}
	players := append([]string{"???"}, demoPlayers...)
	tournaments := []string{"Diverses parties", "Outflank demo"}
	names := func(labels []string) wthor.Names {
		h := date
		h.N2 = uint16(len(labels))
		return wthor.Names{Header: h, Labels: labels}
	}
	for name, write := range map[string]func(io.Writer) error{
		"WTHOR.JOU": func(w io.Writer) error { return wthor.WritePlayers(w, names(players)) },
		"WTHOR.TRN": func(w io.Writer) error { return wthor.WriteTournaments(w, names(tournaments)) },
		fmt.Sprintf("WTH_%d.wtb", demoYear): func(w io.Writer) error {
			h := date
			h.N1, h.Year, h.P1, h.P3 = uint32(len(games)), demoYear, 8, demoDepth
			return writeGames(w, h, games)
		},
	} {
		if err := durable.Replace(filepath.Join(dir, name), write); err != nil {
			return err
		}
	}
	return nil
}

func writeGames(w io.Writer, h wthor.Header, games []wthor.Game) error {
	out, err := wthor.NewWriter(w, h)
	if err != nil {
		return err
	}
	for _, g := range games {
		if err := out.Write(g); err != nil {
			return err
		}
	}
	return out.Close()
}
