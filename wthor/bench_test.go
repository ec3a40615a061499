package wthor_test

import (
	"bytes"
	"io"
	"testing"

	"github.com/outflank/outflank/wthor"
)

// manyGames returns a game file of n games in memory, one in 20 of them shorter than
// 60 moves as in the real files.
func manyGames(n int) []byte {
	file := bytes.Clone(tinyGames[:16])
	file[4], file[5], file[6] = byte(n), byte(n>>8), byte(n>>16)
	for i := range n {
		record := tinyGames[84:152]
		if i%20 == 0 {
			record = tinyGames[16:84]
		}
		file = append(file, record...)
	}
	return file
}

// drain reads all games of a file and returns their number.
func drain(tb testing.TB, file []byte) (games int) {
	r, err := wthor.NewReader(bytes.NewReader(file))
	if err != nil {
		tb.Fatal(err)
	}
	r.Players, r.Tournaments = 65536, 65536
	for _, err := range r.All() {
		if err != nil {
			tb.Fatal(err)
		}
		games++
	}
	return games
}

func BenchmarkReader(b *testing.B) {
	file := manyGames(100_000)
	b.SetBytes(int64(len(file)))
	b.ReportAllocs()
	games := 0
	for b.Loop() {
		games += drain(b, file)
	}
	b.ReportMetric(float64(games)/b.Elapsed().Seconds(), "games/s")
}

// manyPuzzles returns a file of n puzzles in memory.
func manyPuzzles(n int) []byte {
	count := []byte{byte(n), byte(n >> 8), byte(n >> 16), 0}
	file := bytes.Clone(tinyPuzzles[:272])
	copy(file[4:], count)
	copy(file[252:], count)
	return append(file, bytes.Repeat(tinyPuzzles[272:308], n)...)
}

// drainPuzzles reads all puzzles and their discs and returns their number.
func drainPuzzles(tb testing.TB, file []byte) (puzzles int) {
	r, err := wthor.NewPuzzleReader(bytes.NewReader(file))
	if err != nil {
		tb.Fatal(err)
	}
	var all uint64
	for p, err := range r.All() {
		if err != nil {
			tb.Fatal(err)
		}
		black, white := p.Discs()
		all |= black | white
		puzzles++
	}
	if all == 0 {
		tb.Fatal("no discs")
	}
	return puzzles
}

func BenchmarkPuzzleReader(b *testing.B) {
	file := manyPuzzles(100_000)
	b.SetBytes(int64(len(file)))
	b.ReportAllocs()
	puzzles := 0
	for b.Loop() {
		puzzles += drainPuzzles(b, file)
	}
	b.ReportMetric(float64(puzzles)/b.Elapsed().Seconds(), "puzzles/s")
}

func BenchmarkReader10(b *testing.B) {
	const n = 100_000
	file := with(tinyGames10[:16], map[int]byte{4: n & 255, 5: n >> 8 & 255, 6: n >> 16})
	file = append(file, bytes.Repeat(tinyGames10[120:], n)...)
	b.SetBytes(int64(len(file)))
	b.ReportAllocs()
	games := 0
	for b.Loop() {
		r, err := wthor.NewReader10(bytes.NewReader(file))
		if err != nil {
			b.Fatal(err)
		}
		for _, err := range r.All() {
			if err != nil {
				b.Fatal(err)
			}
			games++
		}
	}
	b.ReportMetric(float64(games)/b.Elapsed().Seconds(), "games/s")
}

func BenchmarkWriter(b *testing.B) {
	h, games, _ := readAll(b, manyGames(100_000))
	b.SetBytes(int64(16 + 68*len(games)))
	b.ReportAllocs()
	for b.Loop() {
		w, err := wthor.NewWriter(io.Discard, h)
		if err != nil {
			b.Fatal(err)
		}
		for _, g := range games {
			if err := w.Write(g); err != nil {
				b.Fatal(err)
			}
		}
		if err := w.Close(); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(b.N*len(games))/b.Elapsed().Seconds(), "games/s")
}

func BenchmarkAppendSquares(b *testing.B) {
	_, games, _ := readAll(b, tinyGames)
	var squares []uint8
	b.ReportAllocs()
	for b.Loop() {
		squares = games[1].AppendSquares(squares[:0])
	}
}
