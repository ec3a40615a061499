package root

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"

	"github.com/outflank/outflank/engine/runtime/durable"
)

// checkWriting replaces a file in a folder, as all outputs are written: under another name, brought
// to the disk, renamed.
func checkWriting(folder string) finding {
	f := finding{Name: "folder", State: fine, Found: folder + ": files are written and replaced"}
	dir, err := os.MkdirTemp(folder, ".outflank-doctor-*")
	if err == nil {
		defer os.RemoveAll(dir)
		err = replaceTwice(filepath.Join(dir, "file"))
	}
	if err != nil {
		f.State, f.Found = bad, err.Error()
		f.Advice = "name a folder that you may write to, on a disk that is not full: outflank doctor FOLDER"
	}
	return f
}

func replaceTwice(path string) error {
	for _, text := range []string{"first", "second"} {
		if err := durable.WriteFile(path, []byte(text)); err != nil {
			return err
		}
		if got, err := os.ReadFile(path); err != nil || string(got) != text {
			return errors.Join(fmt.Errorf("%s holds %q, want %q", path, got, text), err)
		}
	}
	return nil
}

// checkLocks takes the lock of a folder twice, of which the second must be refused.
func checkLocks(folder string) finding {
	f := finding{Name: "locks", State: fine, Found: folder + ": a second writer is kept out"}
	dir, err := os.MkdirTemp(folder, ".outflank-doctor-*")
	if err != nil {
		f.State, f.Found = bad, err.Error()
		return f
	}
	defer os.RemoveAll(dir)
	unlock, err := durable.LockDir(dir)
	if err != nil {
		f.State, f.Found = bad, err.Error()
		return f
	}
	defer unlock()
	if again, err := durable.LockDir(dir); err == nil {
		again()
		f.State, f.Found = missing, folder+": there are no locks"
		f.Advice = "two commands that write the same files there would spoil them: run one at a time, or use a " +
			"local disk"
	}
	return f
}

// checkBrowser looks for what "web --open" opens pages with.
func checkBrowser(look func(string) (string, error)) finding {
	names := []string{"xdg-open"}
	switch runtime.GOOS {
	case "darwin":
		names = []string{"open"}
	case "windows":
		names = []string{"rundll32"}
	}
	names = append(names, "chromium", "chromium-browser", "google-chrome", "firefox")
	found := programs(look, names)
	if len(found) == 0 {
		return finding{"browser", missing, "none found", "web --open needs one here; or open the address that " +
			"outflank web prints, from any machine that may reach it"}
	}
	return finding{Name: "browser", State: fine, Found: strings.Join(found, ", ")}
}

// checkEngines looks for programs of others that play matches by GTP or NBoard.
func checkEngines(look func(string) (string, error)) finding {
	found := programs(look, []string{"edax", "lEdax-x86-64", "gtp-rhino", "/usr/games/gtp-rhino", "Egaroucid",
		"saio", "ntest"})
	if len(found) == 0 {
		return finding{"engines", missing, "no program of others found",
			"matches against others need one, for example GRhino (apt-get install grhino) or Edax " +
				"(https://github.com/abulmo/edax-reversi); then: outflank help matches"}
	}
	return finding{Name: "engines", State: fine, Found: strings.Join(found, ", ")}
}

// programs returns those that are found, each once.
func programs(look func(string) (string, error), names []string) (found []string) {
	seen := map[string]bool{}
	for _, name := range names {
		if path, err := look(name); err == nil && !seen[path] {
			seen[path] = true
			found = append(found, path)
		}
	}
	return found
}
