package store_test

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"iter"
	"testing"

	"github.com/apache/arrow/go/v17/arrow/array"
	"github.com/apache/arrow/go/v17/arrow/ipc"
	"github.com/apache/arrow/go/v17/parquet"
	"github.com/apache/arrow/go/v17/parquet/file"
	"github.com/google/go-cmp/cmp"

	"github.com/outflank/outflank/dataset"
	"github.com/outflank/outflank/dataset/store"
	"github.com/outflank/outflank/engine"
)

type tokenWriter = func(context.Context, io.Writer, iter.Seq2[dataset.Game, error],
	store.TokenOptions) iter.Seq2[int64, error]

// rimDiscs stands for stable discs.
func rimDiscs(b engine.Board) engine.Set { return (b.Mine | b.Theirs) & 0xff818181818181ff }

func writeProbes(ctx context.Context, w io.Writer, games iter.Seq2[dataset.Game, error],
	opt store.TokenOptions) iter.Seq2[int64, error] {
	return store.WriteProbes(ctx, w, games, rimDiscs, opt)
}

func tokenFile(t testing.TB, write tokenWriter, games iter.Seq2[dataset.Game, error], opt store.TokenOptions) []byte {
	t.Helper()
	var out bytes.Buffer
	for _, err := range write(t.Context(), &out, games, opt) {
		if err != nil {
			t.Fatal(err)
		}
	}
	return out.Bytes()
}

// arrowRows returns the rows of an Arrow file as text; bytes are in hexadecimal.
func arrowRows(t testing.TB, b []byte) (rows []string) {
	t.Helper()
	r, err := ipc.NewFileReader(bytes.NewReader(b))
	if err != nil {
		t.Fatal(err)
	}
	for i := range r.NumRecords() {
		rec, err := r.Record(i)
		if err != nil {
			t.Fatal(err)
		}
		for row := range int(rec.NumRows()) {
			text := ""
			for _, c := range rec.Columns() {
				if bytes, ok := c.(*array.FixedSizeBinary); ok {
					text += fmt.Sprintf("%x ", bytes.Value(row))
				} else {
					text += c.ValueStr(row) + " "
				}
			}
			rows = append(rows, text)
		}
	}
	return rows
}

// naiveTokens returns the row of a game, and those of its labels, from boards that are played move by move.
func naiveTokens(g dataset.Game) (row string, labels []string) {
	var tokens [60]byte
	p, score := g.Start, 0
	for i, m := range g.Moves {
		token := byte(m) + 1
		for _, centre := range []engine.Square{27, 28, 35, 36} { // d4, e4, d5, e5
			if m > centre {
				token--
			}
		}
		tokens[i] = token
		if p.Board.Moves() == 0 {
			p = engine.Position{Board: p.Board.Pass(), Color: p.Color.Opponent()}
		}
		black := p.Color == engine.Black
		flipped := p.Board.Flips(m)
		p = engine.Position{Board: p.Board.Play(m), Color: p.Color.Opponent()}
		mine, yours, legal := p.Board.Mine, p.Board.Theirs, p.Board.Moves()
		if legal == 0 && p.Board.Pass().Moves() != 0 {
			mine, yours, legal = yours, mine, p.Board.Pass().Moves()
		}
		labels = append(labels, fmt.Sprintf("%d %d %d %d %d %d %d ", g.ID, i, mine, yours, flipped, legal, rimDiscs(p.Board)))
		switch score = p.Board.Mine.Len() - p.Board.Theirs.Len(); { // of the player who did not play the move
		case score > 0:
			score += p.Board.Empty().Len()
		case score < 0:
			score -= p.Board.Empty().Len()
		}
		if black {
			score = -score
		}
	}
	return fmt.Sprintf("%d %x %d %d %v ", g.ID, tokens, len(g.Moves), score, dataset.Shares{}.Of(g.Game)), labels
}

// TestWriteTokens: the rows of both tables equal those of a naive replay of random games. Games that are not complete
// or have another start have none.
func TestWriteTokens(t *testing.T) {
	var games []dataset.Game
	var want, labels []string
	for g, err := range dataset.RandomGames(t.Context(), 1, 300, 1) {
		if err != nil {
			t.Fatal(err)
		}
		row, more := naiveTokens(g)
		games, want, labels = append(games, g), append(want, row), append(labels, more...)
	}
	elsewhere := games[0]
	elsewhere.Start, _ = elsewhere.Start.Play(elsewhere.Moves[0])
	elsewhere.Moves = elsewhere.Moves[1:]
	games = append(games, played(t, "f5d6c3"), elsewhere)
	opt := store.TokenOptions{Format: store.Arrow}
	if diff := cmp.Diff(want, arrowRows(t, tokenFile(t, store.WriteTokens, sequence(games...), opt))); diff != "" {
		t.Errorf("tokens: %.2000s", diff)
	}
	if diff := cmp.Diff(labels, arrowRows(t, tokenFile(t, writeProbes, sequence(games...), opt))); diff != "" {
		t.Errorf("labels: %.2000s", diff)
	}
}

// TestTokensParquet: Parquet has the same tokens as Arrow.
func TestTokensParquet(t *testing.T) {
	games := func() iter.Seq2[dataset.Game, error] { return dataset.RandomGames(t.Context(), 1, 100, 1) }
	r, err := file.NewParquetReader(bytes.NewReader(tokenFile(t, store.WriteTokens, games(), store.TokenOptions{})))
	if err != nil {
		t.Fatal(err)
	}
	column, err := r.RowGroup(0).Column(1)
	if err != nil {
		t.Fatal(err)
	}
	values := make([]parquet.FixedLenByteArray, 101)
	n, _, err := column.(*file.FixedLenByteArrayColumnChunkReader).ReadBatch(101, values, nil, nil)
	if err != nil || n != 100 {
		t.Fatalf("%d values, error %v", n, err)
	}
	i := 0
	for g := range games() {
		for ply, m := range g.Moves {
			if values[i][ply] == 0 || (values[i][ply] == 1) != (m == 0) {
				t.Fatalf("game %d, ply %d: token %d for %v", i, ply, values[i][ply], m)
			}
		}
		i++
	}
}

// TestTokensOfWorkers: the number of workers changes no byte, in several row groups.
func TestTokensOfWorkers(t *testing.T) {
	for name, write := range map[string]tokenWriter{"tokens": store.WriteTokens, "probes": writeProbes} {
		n := int64(9000)
		if name == "tokens" {
			n = 70_000
		}
		var first []byte
		for _, workers := range []int{1, 3} {
			b := tokenFile(t, write, dataset.RandomGames(t.Context(), 1, n, workers), store.TokenOptions{Workers: workers})
			if first == nil {
				first = b
			}
			if !bytes.Equal(b, first) {
				t.Errorf("%s: %d workers give other bytes", name, workers)
			}
		}
	}
}

// BenchmarkTokens writes random games as tokens.
func BenchmarkTokens(b *testing.B) {
	for b.Loop() {
		for _, err := range store.WriteTokens(b.Context(), io.Discard,
			dataset.RandomGames(b.Context(), 1, 200_000, 0), store.TokenOptions{}) {
			if err != nil {
				b.Fatal(err)
			}
		}
	}
	b.ReportMetric(float64(b.N)*200_000/b.Elapsed().Seconds(), "games/s")
}
