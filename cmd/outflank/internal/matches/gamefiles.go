package matches

import (
	"bufio"
	"cmp"
	"io"

	"github.com/outflank/outflank/engine/notation"
	"github.com/outflank/outflank/engine/runtime/durable"
)

// A gameFile receives the games of a match in a text format.
type gameFile struct {
	path  string
	write func(io.Writer, notation.Record) error
}

// gameFiles returns the requested files.
func (j *matchJob) gameFiles() (files []gameFile) {
	for _, f := range []gameFile{{j.pgn, notation.PGN.Write}, {j.ggf, notation.GGF.Write}} {
		if f.path != "" {
			files = append(files, f)
		}
	}
	return files
}

// writeGames calls do with a function that writes a game to all files. It replaces the files only if do
// succeeds.
func writeGames(files []gameFile, do func(write func(notation.Record) error) error) error {
	if len(files) == 0 {
		return do(func(notation.Record) error { return nil })
	}
	return durable.Replace(files[0].path, func(w io.Writer) error {
		out := bufio.NewWriter(w)
		err := writeGames(files[1:], func(others func(notation.Record) error) error {
			return do(func(r notation.Record) error { return cmp.Or(files[0].write(out, r), others(r)) })
		})
		return cmp.Or(err, out.Flush())
	})
}
