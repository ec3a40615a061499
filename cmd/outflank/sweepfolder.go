package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/BurntSushi/toml"
	"github.com/spf13/cobra"
)

// A sweep is a folder of runs that differ in some settings and in their seeds.
type sweep struct {
	dir  string
	base []byte     // base.toml, the file that the settings are put into
	from string     // where it was read
	Base string     `json:"base_sha256"`
	Keys []string   `json:"keys"` // of the settings
	Runs []sweepRun `json:"runs"`
	Sum  string     `json:"crc32c"` // of this file with an empty one
}

// A sweepRun is one run of a sweep.
type sweepRun struct {
	Dir    string   `json:"dir"`
	Values []string `json:"values"` // of the keys, as TOML
	Seed   uint64   `json:"seed"`
}

const (
	sweepJSON = "sweep.json"
	sweepBase = "base.toml"
)

// maxSweep bounds the runs of a sweep.
const maxSweep = 10_000

func (s *sweep) file(name string) string { return filepath.Join(s.dir, name) }

// openSweep makes the folder of a sweep, or reads that of one to go on with.
func (a *app) openSweep(c *cobra.Command, o *sweepOptions) (*sweep, error) {
	if o.resume != "" {
		if bad := changedFlags(c.Flags(), []string{"resume", "workers", "json"}); len(bad) > 0 {
			return nil, misuse(fmt.Errorf("%s: --resume takes the settings from the folder", strings.Join(bad, ", ")))
		}
		return readSweep(o.resume)
	}
	switch {
	case o.config == "":
		return nil, misuse(errors.New("what to train? --config FILE is missing"))
	case o.dir == "":
		return nil, misuse(errors.New("where to? -o FOLDER is missing"))
	case o.random < 0 || o.random > maxSweep:
		return nil, misuse(fmt.Errorf("--random %d: want 0 to %d", o.random, maxSweep))
	}
	s, err := o.sweep()
	if err != nil {
		return nil, err
	}
	return s, s.create()
}

// sweep works out which runs there are, and checks the configurations of all.
func (o *sweepOptions) sweep() (*sweep, error) {
	s := &sweep{dir: o.dir, from: o.config}
	var err error
	if s.base, err = os.ReadFile(o.config); err != nil {
		return nil, err
	}
	if _, err := readRunConfig(o.config, string(s.base)); err != nil {
		return nil, err
	}
	axes, err := parseAxes(o.grid)
	if err != nil {
		return nil, misuse(err)
	}
	for _, x := range axes {
		s.Keys = append(s.Keys, x.key)
	}
	seeds, err := parseSeeds(o.seeds)
	if err != nil {
		return nil, misuse(err)
	}
	points, err := o.points(axes)
	if err != nil {
		return nil, misuse(err)
	}
	if n := len(points) * len(seeds); n > maxSweep {
		return nil, misuse(fmt.Errorf("%d runs: want at most %d", n, maxSweep))
	}
	for _, values := range points {
		for _, seed := range seeds {
			s.Runs = append(s.Runs, sweepRun{fmt.Sprintf("%03d", len(s.Runs)+1), values, seed})
		}
		if err := s.check(s.Runs[len(s.Runs)-1]); err != nil {
			return nil, err
		}
	}
	return s, nil
}

// config returns the configuration of a run, and its text.
func (s *sweep) config(r sweepRun) (*runConfig, []byte, error) {
	var tree map[string]any
	if _, err := toml.Decode(string(s.base), &tree); err != nil {
		return nil, nil, badInput(fmt.Errorf("%s: %w", s.from, err))
	}
	var name []string
	for i, key := range s.Keys {
		var v map[string]any
		if _, err := toml.Decode("x = "+r.Values[i], &v); err != nil {
			return nil, nil, badInput(fmt.Errorf("%s: %s=%s: %w", s.file(sweepJSON), key, r.Values[i], err))
		}
		if err := put(tree, strings.Split(key, "."), v["x"]); err != nil {
			return nil, nil, misuse(fmt.Errorf("--grid %s: %w", key, err))
		}
		name = append(name, key+"="+r.Values[i])
	}
	tree["seed"] = int64(r.Seed)
	if tree["name"] == nil {
		tree["name"] = strings.Join(name, " ")
	}
	var text bytes.Buffer
	if err := toml.NewEncoder(&text).Encode(tree); err != nil {
		return nil, nil, err
	}
	cfg, err := readRunConfig(strings.TrimSuffix(s.from+" with "+strings.Join(name, " "), " with "), text.String())
	return cfg, text.Bytes(), err
}

// put sets a value in a tree of tables, of which it makes those that are missing. In a list
// of tables a number from 1 says which.
func put(tree map[string]any, key []string, v any) error {
	if len(key) == 1 {
		tree[key[0]] = v
		return nil
	}
	switch next := tree[key[0]].(type) {
	case nil:
		if _, err := strconv.Atoi(key[1]); err == nil {
			return fmt.Errorf("the file has no [[%s]]", key[0])
		}
		table := map[string]any{}
		tree[key[0]] = table
		return put(table, key[1:], v)
	case map[string]any:
		return put(next, key[1:], v)
	case []map[string]any:
		i, err := strconv.Atoi(key[1])
		if err != nil || i < 1 || i > len(next) || len(key) == 2 {
			return fmt.Errorf("%s is a list of %d: want %s.1.… to %[1]s.%[2]d.…", key[0], len(next), key[0])
		}
		return put(next[i-1], key[2:], v)
	}
	return fmt.Errorf("%s is no table", key[0])
}

// check makes sure that a run can be begun and judged.
func (s *sweep) check(r sweepRun) error {
	cfg, _, err := s.config(r)
	if err == nil && len(cfg.Evaluate.ChooseBy) == 0 {
		err = badInput(errors.New("a sweep chooses settings: it needs [evaluate] choose_by, opponents other than those that are reported"))
	}
	return err
}

// create makes the folder of a new sweep.
func (s *sweep) create() error {
	if _, err := os.Stat(s.file(sweepJSON)); err == nil {
		return misuse(fmt.Errorf("%s holds a sweep already: `outflank sweep --resume %s` goes on with it", s.dir, quoteWord(s.dir)))
	}
	if entries, err := os.ReadDir(s.dir); err == nil && len(entries) > 0 && !onlyBase(entries) {
		return misuse(fmt.Errorf("%s exists and is not empty: a sweep needs a folder of its own", s.dir))
	}
	s.Base = textSum(s.base)
	s.Sum = s.checksum()
	if err := writeFile(s.file(sweepBase), s.base); err != nil {
		return err
	}
	return writeFile(s.file(sweepJSON), s.text()) // the last one: with it, it is a sweep
}

// text is what sweep.json holds.
func (s *sweep) text() []byte {
	data, err := json.MarshalIndent(s, "", "  ")
	if err != nil {
		panic(err) // texts and numbers
	}
	return append(data, '\n')
}

// checksum is the Sum of a sweep.
func (s sweep) checksum() string {
	s.Sum = ""
	return fmt.Sprintf("%08x", crc32.Checksum(s.text(), castagnoli))
}

// onlyBase tells whether a folder is one whose sweep was killed before it was begun.
func onlyBase(entries []os.DirEntry) bool {
	return !slices.ContainsFunc(entries, func(e os.DirEntry) bool {
		return e.Name() != sweepBase && !strings.HasPrefix(e.Name(), "."+sweepBase) && !strings.HasPrefix(e.Name(), "."+sweepJSON)
	})
}

// readSweep reads a sweep to go on with.
func readSweep(dir string) (*sweep, error) {
	s := &sweep{dir: dir}
	s.from = s.file(sweepBase)
	data, err := os.ReadFile(s.file(sweepJSON))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, badInput(fmt.Errorf("%s is no sweep: it has no %s", dir, sweepJSON))
	}
	if err == nil {
		s.base, err = os.ReadFile(s.file(sweepBase))
	}
	if err != nil {
		return nil, err
	}
	if err := json.Unmarshal(data, s); err != nil {
		return nil, badInput(fmt.Errorf("%s: damaged: %w", s.file(sweepJSON), err))
	}
	if want := s.checksum(); s.Sum != want {
		return nil, badInput(fmt.Errorf("%s: damaged or changed: crc32c is %q, want %q", s.file(sweepJSON), s.Sum, want))
	}
	if sum := textSum(s.base); sum != s.Base {
		return nil, changedInput(s.file(sweepBase), "sweep", s.Base, sum)
	}
	for _, r := range s.Runs {
		if len(r.Values) != len(s.Keys) || r.Dir != filepath.Base(r.Dir) || r.Dir == ".." || r.Dir == "." {
			return nil, badInput(fmt.Errorf("%s: damaged: run %q has %d values of %d settings", s.file(sweepJSON), r.Dir, len(r.Values), len(s.Keys)))
		}
	}
	return s, nil
}
