package cli

import (
	"embed"
	"io/fs"
	"path/filepath"

	"github.com/outflank/outflank/engine/runtime/durable"
)

// DemoGames is a small database of games between our own agents in the WTHOR format. With it, the demo needs
// no data and no network.
//
//go:generate go run . demo --regenerate demo
//go:embed demo
var DemoGames embed.FS

// UnpackDemoGames writes the built-in WTHOR files to a folder.
func UnpackDemoGames(dir string) error {
	return fs.WalkDir(DemoGames, "demo", func(path string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		data, err := DemoGames.ReadFile(path)
		if err != nil {
			return err
		}
		return durable.WriteFile(filepath.Join(dir, e.Name()), data)
	})
}
