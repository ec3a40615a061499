package store

import (
	"context"
	"io"
	"iter"

	"github.com/apache/arrow/go/v17/arrow"
	"github.com/apache/arrow/go/v17/arrow/array"
	"github.com/apache/arrow/go/v17/arrow/memory"

	"github.com/outflank/outflank/dataset"
	"github.com/outflank/outflank/engine"
)

// tokenGames is the number of games in a row group of a tokens table.
const tokenGames = 1 << 16

// TokenCount is the length of a sequence of tokens: the number of squares that are empty at the start.
const TokenCount = 60

// TokenColumns describes the columns of the tokens table, in order. The caller owns the slice.
func TokenColumns() []Column {
	number := arrow.PrimitiveTypes.Int32
	return []Column{
		{"id", arrow.PrimitiveTypes.Int64, false, "id", "number of the game; ids of recorded games are those of the games table"},
		{"tokens", &arrow.FixedSizeBinaryType{ByteWidth: TokenCount}, false, "token", "60 bytes, one for each move: 1 to 60 = a1, b1, … h8 without d4, e4, d5 and e5; 0 = after the last move; passes have no token"},
		{"plies", number, false, "ply", "moves of the game, 60 or fewer"},
		{"score", number, false, "disc", "final disc difference for black, empty squares to the winner"},
		{"split", arrow.BinaryTypes.String, false, "text", "train, validation or test: the split of the game"},
	}
}

// tokenSchema is the Arrow schema of the tokens table.
var tokenSchema = newSchema(TokenColumns())

// tokenOf maps squares to tokens.
var tokenOf = func() (tokens [64]byte) {
	next := byte(1)
	for s := range engine.StandardStart().Board.Empty().All() {
		tokens[s], next = next, next+1
	}
	return tokens
}()

// TokenOptions are the settings of [WriteTokens] and [WriteProbes]. The zero value has good defaults.
type TokenOptions struct {
	Format  Format            // empty = Parquet
	Meta    map[string]string // stored in the file, as in Options
	Workers int               // goroutines; 0 = one for each processor; the bytes do not depend on it
}

// WriteTokens writes games as sequences of tokens, a row for each complete game from the ordinary start, in
// the order of the games. Sequence models of Othello use these tokens (Li et al., "Emergent World
// Representations", 2023). WriteTokens yields the number of rows so far and stops at the first error,
// including one of games. The table is complete only if the iteration ends without an error.
func WriteTokens(ctx context.Context, w io.Writer, games iter.Seq2[dataset.Game, error],
	opt TokenOptions) iter.Seq2[int64, error] {
	return writeReplayed(ctx, w, games, tokensTable, opt.Format, opt.Meta, opt.Workers, tokenGames, tokensOf)
}

// HasTokens reports whether [WriteTokens] writes the game.
func HasTokens(g *dataset.Game) bool { return g.Status == dataset.Complete && g.Standard() }

// tokensOf returns the batch of a run of games. The caller must release it.
func tokensOf(games []dataset.Game) arrow.Record {
	b := array.NewRecordBuilder(memory.DefaultAllocator, tokenSchema)
	defer b.Release()
	b.Reserve(len(games))
	ids, tokens := b.Field(0).(*array.Int64Builder), b.Field(1).(*array.FixedSizeBinaryBuilder)
	plies, scores := b.Field(2).(*array.Int32Builder), b.Field(3).(*array.Int32Builder)
	splits := b.Field(4).(*array.StringBuilder)
	for i := range games {
		g := &games[i]
		if !HasTokens(g) {
			continue
		}
		var row [TokenCount]byte
		for ply, s := range g.Moves {
			row[ply] = tokenOf[s]
		}
		ids.Append(g.ID)
		tokens.Append(row[:])
		plies.Append(int32(len(g.Moves)))
		scores.Append(int32(g.Replayed))
		splits.Append(dataset.Shares{}.Of(g.Game).String())
	}
	return b.NewRecord()
}

// ProbeColumns describes the columns of the probes table, in order. The caller owns the slice.
func ProbeColumns() []Column {
	set := arrow.PrimitiveTypes.Uint64
	return []Column{
		{"id", arrow.PrimitiveTypes.Int64, false, "id", "id of the game in the tokens table"},
		{"ply", arrow.PrimitiveTypes.Int32, false, "ply", "index of the move's token, from 0; the other columns describe the position after the move"},
		{"mine", set, false, "squares", "discs of the side to move, after a forced pass; if the game is over, of the opponent of the last move's player; bit 0 = a1, bit 7 = h1, bit 63 = h8"},
		{"yours", set, false, "squares", "discs of the other side"},
		{"flipped", set, false, "squares", "discs that the move flipped"},
		{"legal", set, false, "squares", "legal moves of the side to move, none = the game is over"},
		{"stable", set, false, "squares", "discs of both sides that are proved to be stable"},
	}
}

// probeSchema is the Arrow schema of the probes table.
var probeSchema = newSchema(ProbeColumns())

// WriteProbes writes the labels on which probes of sequence models are trained, a row for each move of the
// games that [WriteTokens] writes. The function stable returns the stable discs of both sides. WriteProbes
// yields and stops as WriteTokens does.
func WriteProbes(ctx context.Context, w io.Writer, games iter.Seq2[dataset.Game, error],
	stable func(engine.Board) engine.Set, opt TokenOptions) iter.Seq2[int64, error] {
	return writeReplayed(ctx, w, games, probesTable, opt.Format, opt.Meta, opt.Workers, positionGames,
		func(games []dataset.Game) arrow.Record { return probesOf(games, stable) })
}

// probesOf returns the batch of a run of games. The caller must release it.
func probesOf(games []dataset.Game, stable func(engine.Board) engine.Set) arrow.Record {
	b := array.NewRecordBuilder(memory.DefaultAllocator, probeSchema)
	defer b.Release()
	for i := range games {
		g := &games[i]
		if !HasTokens(g) {
			continue
		}
		for ply := range g.Plies() { // a complete game has no illegal move
			before := ply.Position.Board
			after := engine.Position{Board: before.Play(ply.Move), Color: ply.Position.Color.Opponent()}
			flipped := before.Theirs & after.Board.Theirs
			after, legal := after.Turn()
			b.Field(0).(*array.Int64Builder).Append(g.ID)
			b.Field(1).(*array.Int32Builder).Append(int32(ply.Index))
			sets := [...]engine.Set{after.Board.Mine, after.Board.Theirs, flipped, legal, stable(after.Board)}
			for c, set := range sets {
				b.Field(2 + c).(*array.Uint64Builder).Append(uint64(set))
			}
		}
	}
	return b.NewRecord()
}
