package notation_test

import (
	"bytes"
	"io"
	"math/rand/v2"
	"testing"

	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/engine/notation"
)

// benchGames are games with names, results and notes, as a server has them.
func benchGames(notes bool) []notation.Record {
	rng := rand.New(rand.NewPCG(5, 0))
	games := make([]notation.Record, 1000)
	for i := range games {
		r := notation.Record{
			Game: randomGame(rng, engine.Full, 60), Site: "GGS/os", Date: "2003.12.15_12:33:18.MST",
			Black: "Ann", White: "Bob", BlackRating: 2196.37, WhiteRating: 2200.35,
		}
		end, _ := r.End()
		r.Result = notation.Result{Kind: notation.Difference, Diff: float64(end.Score(engine.Black))}
		for range r.Moves {
			if notes {
				r.Notes = append(r.Notes, notation.Note{Eval: float64(rng.IntN(1000)-500) / 100, HasEval: true,
					Seconds: 0.01, HasTime: true})
			}
		}
		if r.Moves = r.Moves[:len(r.Moves):len(r.Moves)]; !end.Board.Over() {
			r.Result.End = notation.Agreed
		}
		games[i] = r
	}
	return games
}

func text(b *testing.B, f notation.Format, games []notation.Record) (data []byte, n int) {
	var buf bytes.Buffer
	for _, r := range games {
		if f.Write(&buf, r) == nil {
			n++
		}
	}
	if n == 0 {
		b.Fatal("no games")
	}
	return buf.Bytes(), n
}

// BenchmarkRead reads games from memory: games/s, with their replay.
func BenchmarkRead(b *testing.B) {
	for _, f := range notation.Formats() {
		if f.Write == nil {
			continue
		}
		b.Run(f.Name, func(b *testing.B) {
			data, games := text(b, f, benchGames(f.Name == "ggf"))
			b.SetBytes(int64(len(data)))
			b.ReportAllocs()
			for b.Loop() {
				n := 0
				for _, err := range f.Read(bytes.NewReader(data)) {
					if err != nil {
						b.Fatal(err)
					}
					n++
				}
				if n != games {
					b.Fatal(n)
				}
			}
			b.ReportMetric(float64(games)*float64(b.N)/b.Elapsed().Seconds(), "games/s")
		})
	}
}

// BenchmarkWrite writes the same games.
func BenchmarkWrite(b *testing.B) {
	for _, f := range notation.Formats() {
		if f.Write == nil {
			continue
		}
		b.Run(f.Name, func(b *testing.B) {
			games := benchGames(f.Name == "ggf")
			b.ReportAllocs()
			for b.Loop() {
				for _, r := range games {
					f.Write(io.Discard, r)
				}
			}
			b.ReportMetric(float64(len(games))*float64(b.N)/b.Elapsed().Seconds(), "games/s")
		})
	}
}

// BenchmarkReplay is what any reader takes at least: one replay of each game.
func BenchmarkReplay(b *testing.B) {
	games := benchGames(false)
	for b.Loop() {
		for _, r := range games {
			if _, err := r.End(); err != nil {
				b.Fatal(err)
			}
		}
	}
	b.ReportMetric(float64(len(games))*float64(b.N)/b.Elapsed().Seconds(), "games/s")
}

// BenchmarkOBF reads problems.
func BenchmarkOBF(b *testing.B) {
	line := []byte("---------------------------OX------XO--------------------------- X; F5:+0; D3:+0; " +
		"C4:+0; E6:+0;\n")
	data := bytes.Repeat(line, 1000)
	for b.Loop() {
		for _, err := range notation.OBF.ReadProblems(bytes.NewReader(data)) {
			if err != nil {
				b.Fatal(err)
			}
		}
	}
	b.ReportMetric(1000*float64(b.N)/b.Elapsed().Seconds(), "positions/s")
}
