package study

import (
	"fmt"
	"strings"
)

// A Matrix is a cross table as the reports print theirs: the share of the points of each
// player of the rows against each one of the columns. The JSON fields are stable.
type Matrix struct {
	Players []string     `json:"players"`
	Ours    [][]*float64 `json:"ours"` // null against oneself
	Paper   [][]*float64 `json:"paper,omitempty"`
}

// newMatrix returns an empty matrix.
func newMatrix(players []entry, paper [][]*float64) *Matrix {
	m := &Matrix{Paper: paper, Ours: make([][]*float64, len(players))}
	for i, p := range players {
		m.Players = append(m.Players, p.Name)
		m.Ours[i] = make([]*float64, len(players))
	}
	return m
}

// set sets the share of a against b.
func (m *Matrix) set(a, b int, share float64) {
	m.Ours[a][b], m.Ours[b][a] = number(share), number(1-share)
}

// Cells are the matrix for people, a header first: ours, and the report's in brackets.
func (m *Matrix) Cells() [][]string {
	rows := [][]string{append([]string{""}, m.Players...)}
	for a, name := range m.Players {
		row := []string{name}
		for b := range m.Players {
			cell := unitShare.text(m.Ours[a][b])
			if m.Paper != nil && m.Paper[a][b] != nil {
				cell += fmt.Sprintf(" (%s)", unitShare.Format(*m.Paper[a][b]))
			}
			row = append(row, cell)
		}
		rows = append(rows, row)
	}
	return rows
}

// check returns an error unless the matrix is square.
func (m *Matrix) check() error {
	tables := [][][]*float64{m.Ours}
	if m.Paper != nil {
		tables = append(tables, m.Paper)
	}
	for _, table := range tables {
		if len(table) != len(m.Players) {
			return fmt.Errorf("matrix: %d rows for %d players", len(table), len(m.Players))
		}
		for _, row := range table {
			if len(row) != len(m.Players) {
				return fmt.Errorf("matrix: %d columns for %d players", len(row), len(m.Players))
			}
		}
	}
	return nil
}

// writeMarkdown writes the matrix as a table.
func (m *Matrix) writeMarkdown(b *strings.Builder) {
	for i, row := range m.Cells() {
		fmt.Fprintf(b, "| %s |\n", strings.Join(row, " | "))
		if i == 0 {
			fmt.Fprintf(b, "| --- |%s\n", strings.Repeat(" ---: |", len(m.Players)))
		}
	}
}
