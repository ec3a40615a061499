// Package folder opens the folders in which parts of the server keep their files, one for each object.
package folder

import (
	"errors"
	"io/fs"
	"net/http"
	"os"
	"strings"

	"github.com/outflank/outflank/cmd/outflank/internal/web/wire"
	"github.com/outflank/outflank/engine/runtime/durable"
)

// Open locks a folder, and passes each file with an extension to a function, by its name without the
// extension. It leaves out hidden files. If the folder is missing, create decides whether to make it. Without
// a folder, unlock is nil.
// The answer to requests is 503 while another server uses the folder.
func Open(dir, extension string, create bool, each func(id string, info fs.FileInfo)) (unlock func(),
	err error) {
	if create {
		if err := os.MkdirAll(dir, 0o700); err != nil {
			return nil, err
		}
	}
	unlock, err = durable.LockDir(dir)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, nil
	case errors.Is(err, durable.ErrBusy):
		return nil, wire.Fail(http.StatusServiceUnavailable,
			errors.New("another server uses the same folder; choose another with --state"))
	case err != nil:
		return nil, err
	}
	files, err := os.ReadDir(dir)
	if err != nil {
		unlock()
		return nil, err
	}
	for _, f := range files {
		id, ours := strings.CutSuffix(f.Name(), extension)
		if info, err := f.Info(); ours && err == nil && f.Type().IsRegular() && !strings.HasPrefix(f.Name(), ".") {
			each(id, info)
		}
	}
	return unlock, nil
}
