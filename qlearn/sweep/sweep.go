package sweep

import (
	"bytes"
	"cmp"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/BurntSushi/toml"

	"github.com/outflank/outflank/engine/durable"
	"github.com/outflank/outflank/engine/fault"
	"github.com/outflank/outflank/engine/report"
	"github.com/outflank/outflank/qlearn/run"
)

// Options are the flags.
type Options struct {
	Config, Dir, Resume string
	Grid                []string
	Seeds               string
	Random              int
	Seed                uint64
	Workers             int
	AsJSON              bool
}

// A Sweep is a folder of runs that differ in some settings and in their seeds.
type Sweep struct {
	Dir  string   `json:"-"`
	base []byte   // base.toml, the file that the settings are put into
	from string   // where it was read
	Base string   `json:"base_sha256"`
	Keys []string `json:"keys"` // of the settings
	Runs []Run    `json:"runs"`
	Sum  string   `json:"crc32c"` // of this file with an empty one
}

// A Run is one run of a sweep.
type Run struct {
	Dir    string   `json:"dir"`
	Values []string `json:"values"` // of the keys, as TOML
	Seed   uint64   `json:"seed"`
}

const (
	ConfigFile = "sweep.json"
	BaseFile   = "base.toml"
)

// MaxRuns bounds the runs of a sweep.
const MaxRuns = 10_000

func (s *Sweep) File(name string) string { return filepath.Join(s.Dir, name) }

// Sweep works out which runs there are, and checks the configurations of all.
func (o *Options) Sweep() (*Sweep, error) {
	s := &Sweep{Dir: o.Dir, from: o.Config}
	var err error
	if s.base, err = os.ReadFile(o.Config); err != nil {
		return nil, err
	}
	if _, err := run.Read(o.Config, string(s.base)); err != nil {
		return nil, err
	}
	axes, err := parseAxes(o.Grid)
	if err != nil {
		return nil, fault.Misuse(err)
	}
	for _, x := range axes {
		s.Keys = append(s.Keys, x.key)
	}
	seeds, err := parseSeeds(o.Seeds)
	if err != nil {
		return nil, fault.Misuse(err)
	}
	points, err := o.points(axes)
	if err != nil {
		return nil, fault.Misuse(err)
	}
	if n := len(points) * len(seeds); n > MaxRuns {
		return nil, fault.Misuse(fmt.Errorf("%d runs: want at most %d", n, MaxRuns))
	}
	for _, values := range points {
		for _, seed := range seeds {
			s.Runs = append(s.Runs, Run{fmt.Sprintf("%03d", len(s.Runs)+1), values, seed})
		}
		if err := s.check(s.Runs[len(s.Runs)-1]); err != nil {
			return nil, err
		}
	}
	return s, nil
}

// Config returns the configuration of a run, and its text.
func (s *Sweep) Config(r Run) (*run.Config, []byte, error) {
	var tree map[string]any
	if _, err := toml.Decode(string(s.base), &tree); err != nil {
		return nil, nil, fault.BadInput(fmt.Errorf("%s: %w", s.from, err))
	}
	var name []string
	for i, key := range s.Keys {
		var v map[string]any
		if _, err := toml.Decode("x = "+r.Values[i], &v); err != nil {
			return nil, nil, fault.BadInput(fmt.Errorf("%s: %s=%s: %w", s.File(ConfigFile), key, r.Values[i], err))
		}
		if err := put(tree, strings.Split(key, "."), v["x"]); err != nil {
			return nil, nil, fault.Misuse(fmt.Errorf("--grid %s: %w", key, err))
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
	cfg, err := run.Read(strings.TrimSuffix(s.from+" with "+strings.Join(name, " "), " with "), text.String())
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
func (s *Sweep) check(r Run) error {
	cfg, _, err := s.Config(r)
	if err == nil && len(cfg.Evaluate.ChooseBy) == 0 {
		err = fault.BadInput(errors.New("a sweep chooses settings: it needs [evaluate] choose_by, opponents other than those that are reported"))
	}
	return err
}

// Create makes the folder of a new sweep.
func (s *Sweep) Create() error {
	if _, err := os.Stat(s.File(ConfigFile)); err == nil {
		return fault.Misuse(fmt.Errorf("%s holds a sweep already: `outflank sweep --resume %s` goes on with it", s.Dir, report.Quote(s.Dir)))
	}
	if entries, err := os.ReadDir(s.Dir); err == nil && len(entries) > 0 && !onlyBase(entries) {
		return fault.Misuse(fmt.Errorf("%s exists and is not empty: a sweep needs a folder of its own", s.Dir))
	}
	s.Base = durable.SHA256(s.base)
	s.Sum = s.checksum()
	if err := durable.WriteFile(s.File(BaseFile), s.base); err != nil {
		return err
	}
	return durable.WriteFile(s.File(ConfigFile), s.text()) // the last one: with it, it is a sweep
}

// text is what sweep.json holds.
func (s *Sweep) text() []byte {
	data, err := json.MarshalIndent(s, "", "  ")
	if err != nil {
		panic(err) // texts and numbers
	}
	return append(data, '\n')
}

// checksum is the Sum of a sweep.
func (s Sweep) checksum() string {
	s.Sum = ""
	return fmt.Sprintf("%08x", durable.Sum(s.text()))
}

// onlyBase tells whether a folder is one whose sweep was killed before it was begun.
func onlyBase(entries []os.DirEntry) bool {
	return !slices.ContainsFunc(entries, func(e os.DirEntry) bool {
		return e.Name() != BaseFile && !strings.HasPrefix(e.Name(), "."+BaseFile) && !strings.HasPrefix(e.Name(), "."+ConfigFile)
	})
}

// Read reads a sweep to go on with.
func Read(dir string) (*Sweep, error) {
	s := &Sweep{Dir: dir}
	s.from = s.File(BaseFile)
	data, err := os.ReadFile(s.File(ConfigFile))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fault.BadInput(fmt.Errorf("%s is no sweep: it has no %s", dir, ConfigFile))
	}
	if err == nil {
		s.base, err = os.ReadFile(s.File(BaseFile))
	}
	if err != nil {
		return nil, err
	}
	if err := json.Unmarshal(data, s); err != nil {
		return nil, fault.BadInput(fmt.Errorf("%s: damaged: %w", s.File(ConfigFile), err))
	}
	if want := s.checksum(); s.Sum != want {
		return nil, fault.BadInput(fmt.Errorf("%s: damaged or changed: crc32c is %q, want %q", s.File(ConfigFile), s.Sum, want))
	}
	if sum := durable.SHA256(s.base); sum != s.Base {
		return nil, run.ChangedInput(s.File(BaseFile), "sweep", s.Base, sum)
	}
	for _, r := range s.Runs {
		if len(r.Values) != len(s.Keys) || r.Dir != filepath.Base(r.Dir) || r.Dir == ".." || r.Dir == "." {
			return nil, fault.BadInput(fmt.Errorf("%s: damaged: run %q has %d values of %d settings", s.File(ConfigFile), r.Dir, len(r.Values), len(s.Keys)))
		}
	}
	return s, nil
}

// A Table is what came of a sweep; the JSON fields are stable.
type Table struct {
	Keys     []string  `json:"keys"`
	Settings []Setting `json:"settings"` // the best first
	Runs     []Row     `json:"runs"`

	reports []string // labels of the matches that are reported
}

// A Setting is a combination of settings over all its seeds.
type Setting struct {
	Values []string `json:"values"`
	Runs   int      `json:"runs"`   // that came to their end
	Chosen float64  `json:"chosen"` // mean over them of the best model's score against who chooses
	Low    float64  `json:"low"`    // of the lowest of them
	High   float64  `json:"high"`   // of the highest
}

// A Row is a run of a sweep.
type Row struct {
	Run
	State   string            `json:"state"`
	Games   int               `json:"games"`
	Best    *run.BestModel    `json:"best"`
	Results []run.Measurement `json:"results"`
	Problem string            `json:"problem,omitempty"`
}

// Table reads what came of the runs.
func (s *Sweep) Table(problems map[int]error) *Table {
	t := &Table{Keys: s.Keys}
	for i, r := range s.Runs {
		l := run.List(s.File(r.Dir))
		row := Row{r, l.State, l.Games, l.Best, l.Results, l.Problem}
		if err := problems[i]; err != nil {
			row.State, row.Problem = "failed", fault.Text(err)
		}
		t.Runs = append(t.Runs, row)
		for _, e := range l.Results {
			if name := e.Match.Label(); !slices.Contains(t.reports, name) {
				t.reports = append(t.reports, name)
			}
		}
	}
	t.rank()
	return t
}

// rank puts the runs of each combination together, the best combination first.
func (t *Table) rank() {
	at := map[string]int{}
	for _, r := range t.Runs {
		key := strings.Join(r.Values, "\n")
		i, ok := at[key]
		if !ok {
			i, at[key] = len(t.Settings), len(t.Settings)
			t.Settings = append(t.Settings, Setting{Values: r.Values, Low: 1})
		}
		if s := &t.Settings[i]; r.State == run.Finished {
			s.Runs++
			s.Chosen += r.Best.Score
			s.Low, s.High = min(s.Low, r.Best.Score), max(s.High, r.Best.Score)
		}
	}
	for i := range t.Settings {
		s := &t.Settings[i]
		s.Chosen /= math.Max(1, float64(s.Runs))
		s.Low = min(s.Low, s.High)
	}
	slices.SortStableFunc(t.Settings, func(a, b Setting) int { return cmp.Compare(b.Chosen, a.Chosen) })
}

// WriteCSV writes a line for each run.
func (t *Table) WriteCSV(w io.Writer) error {
	out := csv.NewWriter(w)
	head := append(append([]string{"run"}, t.Keys...), "seed", "state", "games", "best_games", "chosen")
	for _, name := range t.reports {
		head = append(head, name, name+" low", name+" high")
	}
	_ = out.Write(head) // errors stay in out until Flush
	for _, r := range t.Runs {
		_ = out.Write(append(append([]string{r.Dir}, r.Values...), r.cells(t.reports)...))
	}
	out.Flush()
	return out.Error()
}

func (r *Row) cells(reports []string) []string {
	cells := []string{fmt.Sprint(r.Seed), r.State, strconv.Itoa(r.Games), "", ""}
	if r.Best != nil {
		cells[3], cells[4] = strconv.Itoa(r.Best.Games), exactly64(r.Best.Score)
	}
	for _, name := range reports {
		i := slices.IndexFunc(r.Results, func(e run.Measurement) bool { return e.Match.Label() == name })
		if i < 0 {
			cells = append(cells, "", "", "")
			continue
		}
		e := r.Results[i]
		cells = append(cells, exactly64(e.Score), exactly64(e.Low), exactly64(e.High))
	}
	return cells
}

// exactly64 has as many digits as it takes to read the same number back.
func exactly64(x float64) string { return strconv.FormatFloat(x, 'g', -1, 64) }
