package arena

import (
	"cmp"
	"encoding/csv"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/outflank/outflank/engine/runtime/text"
)

// A CrossTable is the table of a round robin, the strongest player first. The same match always produces
// the same table. The JSON fields are stable.
type CrossTable struct {
	Rows []CrossRow `json:"players"`
}

// A CrossRow is a player's rating, score and record against each player.
type CrossRow struct {
	Rank    int         `json:"rank"` // from 1
	Name    string      `json:"name"`
	Elo     float64     `json:"elo"`     // relative to the mean of all players, rounded to hundredths
	Low     float64     `json:"elo_low"` // bounds of the 95 % interval of Elo
	High    float64     `json:"elo_high"`
	Games   int         `json:"games"`
	Points  float64     `json:"points"`  // a draw is half a point
	Against []CrossCell `json:"against"` // in the order of the rows; a player has no games against itself
}

// A CrossCell is a player's record against one opponent.
type CrossCell struct {
	Name   string  `json:"name"`
	Games  int     `json:"games"`
	Points float64 `json:"points"`
	Discs  int     `json:"discs"` // sum of the disc differences
}

// CrossTable returns the table of the games so far. It orders the players by strength; equal players keep
// their order.
func (r *Summary) CrossTable() CrossTable {
	order := make([]int, len(r.Ratings))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(r.Ratings[b].Elo, r.Ratings[a].Elo) })
	var t CrossTable
	for rank, a := range order {
		e, total := r.Ratings[a], r.tally.Total(a)
		row := CrossRow{Rank: rank + 1, Name: e.Name, Elo: hundredths(e.Elo), Low: hundredths(e.Low),
			High:  hundredths(e.High),
			Games: total.Games(), Points: float64(total.Wins) + float64(total.Draws)/2}
		for _, b := range order {
			cell := CrossCell{Name: r.Players[b].Name}
			if a != b {
				p := r.tally.Of(a, b)
				cell.Games, cell.Points, cell.Discs = p.Games(), float64(p.Wins)+float64(p.Draws)/2, p.Discs
			}
			row.Against = append(row.Against, cell)
		}
		t.Rows = append(t.Rows, row)
	}
	return t
}

// hundredths rounds to hundredths, so that results are the same on all machines.
func hundredths(x float64) float64 { return math.Round(100*x)/100 + 0 }

// CrossTableFormat returns the method that writes a cross-table in the format of a file extension: .txt,
// .csv, .json or .md. It returns false for other extensions.
func CrossTableFormat(ext string) (write func(t CrossTable, w io.Writer) error, ok bool) {
	write, ok = map[string]func(CrossTable, io.Writer) error{
		".txt": CrossTable.WriteText, ".csv": CrossTable.WriteCSV, ".json": CrossTable.WriteJSON,
		".md": CrossTable.WriteMarkdown,
	}[ext]
	return write, ok
}

// WriteJSON writes the table as indented JSON.
func (t CrossTable) WriteJSON(w io.Writer) error { return text.JSON(w, t) }

// cells returns the table as text, with a header.
func (t CrossTable) cells() [][]string {
	head := []string{"", "player", "Elo", "95 %", "points", "games", "score"}
	for i := range t.Rows {
		head = append(head, strconv.Itoa(i+1))
	}
	rows := [][]string{head}
	for _, r := range t.Rows {
		row := []string{
			strconv.Itoa(r.Rank), r.Name, text.Signed(r.Elo), text.Signed(r.Low) + " to " + text.Signed(r.High),
			decimal(r.Points), strconv.Itoa(r.Games), fmt.Sprintf("%.1f %%", 100*text.Ratio(r.Points, r.Games)),
		}
		for _, c := range r.Against {
			if c.Games == 0 {
				row = append(row, "–")
				continue
			}
			row = append(row, decimal(c.Points))
		}
		rows = append(rows, row)
	}
	return rows
}

func decimal(x float64) string { return strconv.FormatFloat(x, 'f', -1, 64) }

// WriteText writes the table with aligned columns.
func (t CrossTable) WriteText(w io.Writer) error {
	t.Fill(&text.Table{Out: w})
	return nil
}

// Fill adds the cells to a text table.
func (t CrossTable) Fill(table *text.Table) {
	for _, row := range t.cells() {
		table.Row(append(row, "")...)
	}
	table.Left(1)
	table.Flush()
}

// WriteMarkdown writes the table in Markdown.
func (t CrossTable) WriteMarkdown(w io.Writer) error {
	rows := t.cells()
	escape := strings.NewReplacer("|", `\|`, "*", `\*`, "_", `\_`)
	for _, row := range rows {
		row[1] = escape.Replace(row[1])
	}
	return writeMarkdown(w, rows, 1)
}

// writeMarkdown writes a table in Markdown. The first row is the header. All columns except column left
// contain numbers.
func writeMarkdown(w io.Writer, rows [][]string, left int) error {
	marks := slices.Repeat([]string{"---:"}, len(rows[0]))
	marks[left] = "---"
	for _, row := range slices.Insert(rows, 1, marks) {
		if _, err := fmt.Fprintf(w, "| %s |\n", strings.Join(row, " | ")); err != nil {
			return err
		}
	}
	return nil
}

// WriteCSV writes the table with the points against each opponent. A player's cell against itself is empty.
func (t CrossTable) WriteCSV(w io.Writer) error {
	out := csv.NewWriter(w)
	head := []string{"rank", "player", "elo", "elo_low", "elo_high", "games", "points"}
	for _, r := range t.Rows {
		head = append(head, r.Name)
	}
	_ = out.Write(head) // Error reports it
	for _, r := range t.Rows {
		row := []string{strconv.Itoa(r.Rank), r.Name, fmt.Sprintf("%.2f", r.Elo), fmt.Sprintf("%.2f", r.Low),
			fmt.Sprintf("%.2f", r.High), strconv.Itoa(r.Games), decimal(r.Points)}
		for _, c := range r.Against {
			if c.Games == 0 {
				row = append(row, "")
				continue
			}
			row = append(row, decimal(c.Points))
		}
		_ = out.Write(row)
	}
	out.Flush()
	return out.Error()
}
