package matches

import (
	"io"

	"github.com/outflank/outflank/cmd/outflank/cli"
	"github.com/outflank/outflank/engine/durable"
	"github.com/outflank/outflank/engine/tournament"
)

// writeCross writes the files that were asked for.
func (j *matchJob) writeCross(r *tournament.Result) error {
	for _, path := range j.crossFiles {
		write, _ := tournament.CrossTableFormat(cli.Extension(path)) // was checked
		err := durable.Replace(path, func(w io.Writer) error { return write(r.CrossTable(), w) })
		if err != nil {
			return err
		}
	}
	return nil
}
