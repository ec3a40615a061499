package fleet_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/outflank/outflank/engine/runtime/fault"
	"github.com/outflank/outflank/engine/runtime/fleet"
)

// newKey makes a nkey and returns the file of its seed and the public key.
func newKey(t *testing.T) (path, public string) {
	t.Helper()
	seed, public, err := fleet.NewKey()
	if err != nil {
		t.Fatal(err)
	}
	path = filepath.Join(t.TempDir(), "seed")
	if err := os.WriteFile(path, seed, 0o600); err != nil {
		t.Fatal(err)
	}
	return path, public
}

// TestKeys: users with keys may do what those with tokens may, workers no more than work, and
// whoever has another key is not let in; tokens go on beside them.
func TestKeys(t *testing.T) {
	t.Parallel()
	user, userKey := newKey(t)
	worker, workerKey := newKey(t)
	other, _ := newKey(t)
	s, err := fleet.Serve(fleet.ServerOptions{Addr: "127.0.0.1:0", Dir: t.TempDir(), WorkerToken: "a worker",
		Keys: []string{userKey}, WorkerKeys: []string{workerKey}})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Close)
	with := func(creds, token string) (*fleet.Client, error) {
		c, err := fleet.Dial(t.Context(), fleet.Options{URL: s.URL(), Credentials: creds, Token: token, Silence: deadAfter})
		if err == nil {
			t.Cleanup(c.Close)
		}
		return c, err
	}
	c, err := with(user, "")
	if err != nil {
		t.Fatal(err)
	}
	w := open(t, c, squareSet)
	for name, by := range map[string][2]string{"by key": {worker, ""}, "by token": {"", "a worker"}} {
		c, err := with(by[0], by[1])
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		work(t, c, fleet.Worker{Name: name, Build: "b1", Kinds: squares(nil)})
	}
	if err := ask(t.Context(), w, 40, 0); err != nil {
		t.Error(err)
	}
	if c, err = with(worker, ""); err != nil {
		t.Fatal(err)
	}
	if _, err := c.Drain(t.Context()); !errors.Is(err, fleet.ErrRefused) {
		t.Errorf("a worker drains: error %v, want that it is refused", err)
	}
	if _, err := c.SetUp(t.Context(), 1); !errors.Is(err, fleet.ErrRefused) {
		t.Errorf("a worker sets up streams: error %v, want that it is refused", err)
	}
	for _, bad := range [][2]string{{other, ""}, {"", ""}, {"", "guess"}, {"", userKey}} {
		if _, err := with(bad[0], bad[1]); err == nil {
			t.Errorf("%q was let in", bad)
		}
	}
	for _, text := range []string{"", "no seed", "SUAOLDNEWS"} {
		path := filepath.Join(t.TempDir(), "seed")
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := with(path, ""); !fault.IsBadInput(err) || !strings.Contains(err.Error(), path) {
			t.Errorf("seed %q: error %v", text, err)
		}
	}
	if _, err := with(filepath.Join(t.TempDir(), "none"), ""); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("no file: error %v", err)
	}
}

// TestReadKeys: files of keys have comments; errors name the line.
func TestReadKeys(t *testing.T) {
	t.Parallel()
	_, a := newKey(t)
	_, b := newKey(t)
	path := filepath.Join(t.TempDir(), "keys")
	for _, test := range []struct{ text, want, problem string }{
		{a, a, ""},
		{"# users\n\n  " + a + "\tred, 3rd floor\n" + b + "\n", a + " " + b, ""},
		{a + "\nred " + b + "\n", "", path + ":2: want the public nkey"},
		{"SU" + a[2:], "", path + ":1: want the public nkey"},
		{"# nobody\n", "", "no nkey is in it"},
	} {
		if err := os.WriteFile(path, []byte(test.text), 0o600); err != nil {
			t.Fatal(err)
		}
		keys, err := fleet.ReadKeys(path)
		if got := strings.Join(keys, " "); got != test.want || (test.problem != "") != (err != nil) || err != nil &&
			!strings.Contains(err.Error(), test.problem) {
			t.Errorf("%q: keys %s, error %v", test.text, got, err)
		}
	}
}
