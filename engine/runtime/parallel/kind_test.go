package parallel

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
)

// A sized value has a fixed size.
type sized struct {
	A uint64
	B int8
	C float32
}

// TestCode: values come back as they were sent, and damaged ones are errors.
func TestCode(t *testing.T) {
	back := func(v any, size int, code func() (any, []byte, error)) {
		t.Helper()
		got, data, err := code()
		if err != nil || !reflect.DeepEqual(got, v) || len(data) != size {
			t.Errorf("%v in %d bytes (%v), want %v in %d", got, len(data), err, v, size)
		}
	}
	back([]byte("text"), 4, func() (any, []byte, error) { return there([]byte("text")) })
	back([]sized{{1 << 63, -1, 0.1}, {}}, 26, func() (any, []byte, error) {
		return there([]sized{{1 << 63, -1, 0.1}, {}})
	})
	back([]sized{}, 0, func() (any, []byte, error) { return there([]sized{}) })
	back(sized{B: 1}, 13, func() (any, []byte, error) { return there(sized{B: 1}) })
	back([][]int8{{1}, {}}, 8, func() (any, []byte, error) { return there([][]int8{{1}, {}}) })
	back("a", 3, func() (any, []byte, error) { return there("a") })
	for _, n := range []int{1, 12, 14} {
		if v, err := decode[[]sized](make([]byte, n)); err == nil {
			t.Errorf("%d bytes are %v", n, v)
		}
	}
	for _, text := range []string{"", "{", `{"N":1}{}`, `{"M":1}`, `{"N":"1"}`} {
		if v, err := decode[struct{ N int }]([]byte(text)); err == nil {
			t.Errorf("%q is %v", text, v)
		}
	}
}

func there[T any](v T) (T, []byte, error) {
	data, err := encode(v)
	if err != nil {
		return v, nil, err
	}
	got, err := decode[T](data)
	return got, data, err
}

// fileSettings name a file and an agent.
type fileSettings struct{ Path, Agent string }

// lengths is the kind of job that adds the length of a file to a number.
var lengths = Kind[fileSettings, int, int]{
	Name: "length",
	Files: func(s fileSettings, name File) (_ fileSettings, err error) {
		s.Path, err = name(s.Path)
		return s, err
	},
	Traits: func(s fileSettings) (Traits, error) {
		return TraitsOf([]string{s.Agent}, func(spec string) (program, repeats bool, err error) {
			return spec == "engine", spec == "", nil
		})
	},
	Open: func(s fileSettings, _ File) (Func[int, int], error) {
		text, err := os.ReadFile(s.Path)
		return func(_ context.Context, n int) (int, error) { return n + len(text), nil }, err
	},
	Same: func(a, b int) bool { return a%10 == b%10 },
}

// TestKind: a set names its files by no path, jobs read them, and programs need permission.
func TestKind(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.txt")
	if err := os.WriteFile(path, []byte("four"), 0o666); err != nil {
		t.Fatal(err)
	}
	set, err := lengths.Set(fileSettings{Path: path})
	if err != nil || set.Programs || set.Varies || set.Files["0.txt"] != path {
		t.Fatalf("%+v, %v", set, err)
	}
	if sent, err := unpack[fileSettings](set.Settings); err != nil || sent.Path != "0.txt" {
		t.Errorf("sent %+v (%v)", sent, err)
	}
	if !set.Same([]byte("3"), []byte("13")) || set.Same([]byte("3"), []byte("4")) || set.Same(nil, nil) {
		t.Error("answers agree if their last digits do")
	}
	open := Openers(false, lengths)["length"]
	team, err := lengths.Team(t.Context(), Here(Openers(false, lengths)), fileSettings{Path: path}, 1, nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	if n, err := team.Do(t.Context(), 3); n != 7 || err != nil {
		t.Errorf("%d (%v), want 7", n, err)
	}
	if err := team.End(nil); err != nil {
		t.Error(err)
	}
	if set, err = lengths.Set(fileSettings{path, "engine"}); err != nil || !set.Programs || !set.Varies {
		t.Errorf("%+v, %v", set, err)
	}
	file := func(string) (string, error) { return path, nil }
	if _, _, err := open(set.Settings, file); !errors.Is(err, ErrPrograms) ||
		!strings.Contains(err.Error(), `agent "engine"`) {
		t.Errorf("error %v, want that programs are not allowed", err)
	}
	if _, _, err := Openers(true, lengths)["length"](set.Settings, file); err != nil {
		t.Error(err)
	}
	for _, bad := range [][]byte{nil, []byte("{}"), set.Settings[:len(set.Settings)/2]} {
		if _, _, err := open(bad, file); err == nil {
			t.Errorf("settings %q were read", bad)
		}
	}
	do, _, err := Openers(true, lengths)["length"](set.Settings, file)
	if err != nil {
		t.Fatal(err)
	}
	if out, err := do(t.Context(), []byte(`"3"`)); err == nil {
		t.Errorf("a job that is no number has the answer %s", out)
	}
}
