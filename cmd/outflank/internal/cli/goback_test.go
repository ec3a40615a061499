package cli

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/outflank/outflank/engine/runtime/durable"
	"github.com/outflank/outflank/engine/runtime/fleet"
)

// TestGoBack: after wrong answers that were used, the outputs are what they were before the command, and it starts
// over, ten times at most. After other errors and Ctrl-C, the outputs stay.
func TestGoBack(t *testing.T) {
	wrong := &fleet.WrongError{Worker: fleet.Quarantine{Worker: "liar"}}
	stopped, stop := context.WithCancel(t.Context())
	stop()
	for name, test := range map[string]struct {
		ctx   context.Context
		err   error
		again int
		back  bool
	}{
		"wrong answers":        {t.Context(), wrong, 0, true},
		"the tenth time":       {t.Context(), wrong, 9, true},
		"the eleventh time":    {t.Context(), wrong, 10, false},
		"an interrupted one":   {stopped, wrong, 0, false},
		"another error":        {t.Context(), errors.New("disk full"), 0, false},
		"no error, as it ends": {t.Context(), nil, 0, false},
	} {
		t.Run(name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "output")
			if err := os.WriteFile(path, []byte("before"), 0o666); err != nil {
				t.Fatal(err)
			}
			before, err := durable.TakeSnapshot(path)
			if err == nil {
				err = os.WriteFile(path, []byte("after"), 0o666)
			}
			if err != nil {
				t.Fatal(err)
			}
			var said bytes.Buffer
			a := &App{Err: &said, before: before, again: test.again}
			back, err := a.goBack(test.ctx, test.err)
			text, failed := os.ReadFile(path)
			want := "after"
			if test.back {
				want = "before"
			}
			if failed != nil || string(text) != want || back != test.back {
				t.Errorf("went back %t, the output is %q (%v), want %t and %q", back, text, failed, test.back, want)
			}
			if test.back && (err != nil || a.again != test.again+1 || !strings.Contains(said.String(), "liar")) {
				t.Errorf("error %v, started over %d times: %s", err, a.again, &said)
			}
			if !test.back && err != test.err {
				t.Errorf("error %v, want %v", err, test.err)
			}
		})
	}
}
