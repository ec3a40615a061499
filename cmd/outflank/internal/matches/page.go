package matches

import (
	_ "embed" // for the page
	"html/template"
	"io"
	"regexp"
	"slices"
	"strings"

	"github.com/outflank/outflank/cmd/outflank/internal/cli"
	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/engine/arena"
	"github.com/outflank/outflank/engine/runtime/text"
)

// isPage reports whether a file of --cross is a page with the games.
func isPage(path string) bool { return cli.Extension(path) == ".html" }

// A page shows a tournament in a browser, without other files.
type page struct {
	Result   *arena.Summary
	Table    arena.CrossTable
	First    [][]int // number of the first game of two players, by their rows in the table; 0 = none
	Forfeits []pageForfeit
	Names    []string // in the order of the table
	Games    []pageGame
}

// A pageForfeit is a reason for which an agent forfeited games.
type pageForfeit struct {
	Agent  string
	Reason string
	Games  int
	First  int // number of the first of these games
}

// A pageGame is a game for the script of the page, which plays it again.
type pageGame struct {
	Number  int    `json:"number"` // from 1
	Black   int    `json:"black"`  // index into page.Names
	White   int    `json:"white"`
	Score   int    `json:"score"`           // for black
	Start   string `json:"start,omitempty"` // "" = the standard start
	Moves   string `json:"moves"`
	Forfeit string `json:"forfeit,omitempty"` // the side and its reason
}

//go:embed page.html
var pageText string

var pageTemplate = template.Must(template.New("page.html").Funcs(template.FuncMap{
	"number": text.Number, "signed": text.Signed,
	"share": func(points float64, n int) string { return text.Share(text.Ratio(points, n)) },
}).Parse(pageText))

// writePage writes a page with the cross-table, the forfeits and replays of the games.
func writePage(w io.Writer, r *arena.Summary, games []arena.Result) error {
	p := page{Result: r, Table: r.CrossTable()}
	for _, row := range p.Table.Rows {
		p.Names = append(p.Names, row.Name)
		p.First = append(p.First, make([]int, len(p.Table.Rows)))
	}
	row := make([]int, len(r.Players)) // of each player in the table
	for i, player := range r.Players {
		row[i] = slices.Index(p.Names, player.Name)
	}
	for _, game := range games {
		g := newPageGame(game, row)
		if p.First[g.Black][g.White] == 0 {
			p.First[g.Black][g.White], p.First[g.White][g.Black] = g.Number, g.Number
		}
		p.Games = append(p.Games, g)
	}
	p.Forfeits = forfeitsOf(games, r.Players)
	return pageTemplate.Execute(w, p)
}

func newPageGame(r arena.Result, row []int) pageGame {
	g := pageGame{Number: r.Pairing.Game + 1, Black: row[r.Black], White: row[r.White], Score: r.Score,
		Moves: r.Game.String()}
	if r.Game.Start != engine.StandardStart() {
		g.Start = r.Game.Start.String()
	}
	if r.Forfeit != nil {
		g.Forfeit = r.Forfeit.Error()
	}
	return g
}

// maxReasons is the maximum number of reasons in the list of forfeits for each agent.
const maxReasons = 4

// forfeitsOf returns the reasons of the forfeits of each player, in the order of their games.
func forfeitsOf(games []arena.Result, players []arena.PlayerSummary) (list []pageForfeit) {
	for i, player := range players {
		var of []pageForfeit
		for _, game := range games {
			if game.Loser() != i {
				continue
			}
			reason := reasonOf(game.Forfeit.Err.Error(), player.Name)
			at := slices.IndexFunc(of, func(f pageForfeit) bool { return f.Reason == reason })
			switch {
			case at < 0 && len(of) < maxReasons:
				of = append(of, pageForfeit{player.Name, reason, 0, game.Pairing.Game + 1})
				at = len(of) - 1
			case at < 0:
				at = maxReasons - 1
				of[at].Reason = "other reasons"
			}
			of[at].Games++
		}
		list = append(list, of...)
	}
	return list
}

// position matches the parts of an illegal move's error that differ from game to game.
var position = regexp.MustCompile(`^engine: move \d+: | \(legal: [^)]*\)$`)

// reasonOf shortens an error of a player. It uses the text, because state files contain nothing else.
func reasonOf(text, player string) string {
	if _, after, ok := strings.Cut(text, player+": "); ok {
		text = after // the command is known
	}
	return position.ReplaceAllString(text, "")
}
