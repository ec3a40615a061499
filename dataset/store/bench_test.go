package store_test

import (
	"bytes"
	"os"
	"strconv"
	"testing"

	"github.com/outflank/outflank/dataset"
	"github.com/outflank/outflank/dataset/store"
	"github.com/outflank/outflank/dataset/transfer"
)

// BenchmarkImport reads the whole base (124,326 games) into games.parquet. The
// peak is that of the process so far: run it alone to know it.
//
// On two shared cores: 0.94 s of processor time, 92 MB, a table of 7.8 MB. The
// replay takes a sixth of the time, compression a third, the rest is spread over
// encoding, building rows and collecting garbage. See newParquetWriter.
func BenchmarkImport(b *testing.B) {
	src := realSources(b, "wthor")
	dir := b.TempDir()
	games := 0
	for b.Loop() {
		games += mustImport(b, src, dir, transfer.ImportOptions{}).Games
	}
	b.ReportMetric(float64(games)/b.Elapsed().Seconds(), "games/s")
	b.ReportMetric(peakMB(), "MB-peak")
}

// BenchmarkAll reads the rows back.
func BenchmarkAll(b *testing.B) {
	src := realSources(b, "wthor")
	for _, f := range []store.Format{store.Parquet, store.Arrow} {
		b.Run(string(f), func(b *testing.B) {
			dir := b.TempDir()
			mustImport(b, src, dir, transfer.ImportOptions{Options: store.Options{Formats: []store.Format{f}}})
			games := 0
			for b.Loop() {
				for _, err := range mustOpen(b, dir).All() {
					if err != nil {
						b.Fatal(err)
					}
					games++
				}
			}
			b.ReportMetric(float64(games)/b.Elapsed().Seconds(), "games/s")
		})
	}
}

// BenchmarkPositions replays a table.
func BenchmarkPositions(b *testing.B) {
	dir := b.TempDir()
	mustImport(b, realSources(b, "wthor"), dir, transfer.ImportOptions{})
	positions := 0
	for b.Loop() {
		for _, err := range dataset.Positions(mustOpen(b, dir).All()) {
			if err != nil {
				b.Fatal(err)
			}
			positions++
		}
	}
	b.ReportMetric(float64(positions)/b.Elapsed().Seconds(), "positions/s")
}

// peakMB returns the largest resident set of the process so far in MB, 0 where
// the system does not tell.
func peakMB() float64 {
	status, _ := os.ReadFile("/proc/self/status")
	_, rest, _ := bytes.Cut(status, []byte("VmHWM:"))
	kb, _ := strconv.ParseFloat(string(bytes.TrimSpace(bytes.SplitN(rest, []byte("kB"), 2)[0])), 64)
	return kb / 1024
}
