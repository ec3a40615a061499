package fit

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"

	"github.com/outflank/outflank/engine/runtime/durable"
	"github.com/outflank/outflank/engine/runtime/fault"
	"github.com/outflank/outflank/eval"
)

// keptFormat is the format of files of played games.
var keptFormat = durable.Format{Name: "fit-games", Version: 1}

// keptSettings describes what the games in a file depend on. The number of games is not part of it: a fit
// uses as many stored games as it needs and plays the rest.
type keptSettings struct {
	First    int     `json:"first"` // number of the first game
	Depth    int     `json:"depth"`
	Exact    int     `json:"exact"`
	Beside   float64 `json:"beside"`
	Seed     uint64  `json:"seed"`
	Model    string  `json:"model"`    // SHA-256 of the model that plays
	Recorded string  `json:"recorded"` // SHA-256 of the recorded games from which games start
}

// keptGames is a record of consecutive games in the file.
type keptGames struct {
	Games int    `json:"games"`
	Data  []byte `json:"data"` // as encoded by encodeGames
}

// kept stores the games of a round in a file as they are played, so that an interrupted fit can resume.
// Without a folder it stores nothing.
type kept struct {
	file *durable.Journal // nil = no file
}

// Kept returns the files in which a fit stores the games of its rounds. Without a folder there are none.
func (o *Options) Kept() (paths []string) {
	for round := range o.Play.Rounds {
		if o.Keep != "" {
			paths = append(paths, filepath.Join(o.Keep, fmt.Sprintf("round-%d.games", round+1)))
		}
	}
	return paths
}

// openKept opens or creates the file of a round. It returns an error if the file belongs to a different fit.
func (f *fitter) openKept(round int, model *eval.Model) (kept, error) {
	if f.Keep == "" {
		return kept{}, nil
	}
	player, err := fingerprint(model)
	if err != nil {
		return kept{}, err
	}
	if err := os.MkdirAll(f.Keep, 0o777); err != nil {
		return kept{}, err
	}
	p := &f.Play
	first, _ := p.part(round)
	settings := keptSettings{first, p.Depth, p.Exact, p.Beside, p.Seed, player, f.fingerprint}
	path := f.Kept()[round]
	file, err := durable.ContinueJournal(path, keptFormat, settings)
	if err != nil {
		return kept{}, err
	}
	var found keptSettings
	if err = json.Unmarshal(file.Settings(), &found); err == nil && found != settings {
		err = fmt.Errorf("holds games that were played by other settings, another model or beside other games; " +
			"want another folder to keep games in")
	}
	if err != nil {
		return kept{}, errors.Join(file.Bad(1, err), file.Close())
	}
	return kept{file}, nil
}

// readKept reads positions from games that other fits stored in folders. They are used like this fit's own
// games.
func (f *fitter) readKept() error {
	f.alsoSum = sha256.New()
	for _, dir := range f.Also {
		files, err := filepath.Glob(filepath.Join(dir, "round-*.games"))
		if err == nil && len(files) == 0 {
			err = fault.BadInput(fmt.Errorf("%s: holds no games that a fit kept", dir))
		}
		if err != nil {
			return err
		}
		for _, path := range files {
			if err := f.readKeptFile(path); err != nil {
				return err
			}
		}
	}
	return nil
}

func (f *fitter) readKeptFile(path string) error {
	file, err := durable.OpenJournal(path, keptFormat)
	if err != nil {
		return err
	}
	defer file.Close()
	number := 0
	return kept{file}.games(math.MaxInt, func(list []playedGame) error {
		for _, g := range list {
			f.played.add(g.samples(f.Lambda), number%10 == 9)
			number++
		}
		f.also += len(list)
		f.alsoSum.Write(encodeGames(list))
		return nil
	})
}

// games calls take with the stored games, in order, up to most games.
func (k kept) games(most int, take func([]playedGame) error) error {
	if k.file == nil {
		return nil
	}
	for r, err := range k.file.Records() {
		if err != nil {
			return err
		}
		var list []playedGame
		var record keptGames
		if err := json.Unmarshal(r.JSON, &record); err != nil {
			return k.file.Bad(r.Line, err)
		}
		if list, err = decodeGames(record.Data, record.Games); err != nil {
			return k.file.Bad(r.Line, err)
		}
		list = list[:min(len(list), most)]
		if most -= len(list); len(list) == 0 {
			return nil
		}
		if err := take(list); err != nil {
			return err
		}
	}
	return nil
}

// add stores games.
func (k kept) add(list []playedGame) error {
	if k.file == nil {
		return nil
	}
	return k.file.Append(keptGames{len(list), encodeGames(list)})
}

// sync flushes the stored games to disk.
func (k kept) sync() error {
	if k.file == nil {
		return nil
	}
	return k.file.Sync()
}

func (k kept) close() {
	if k.file != nil {
		k.file.Close() // all needed data is on disk; the rest is played again
	}
}

// fingerprint returns the SHA-256 of a model.
func fingerprint(m *eval.Model) (string, error) {
	var text bytes.Buffer
	err := eval.WriteModel(&text, m)
	return durable.SHA256(text.Bytes()), err
}
