package parallel

import (
	"context"
	"errors"
	"slices"
	"strconv"
	"testing"
	"testing/synctest"
)

// double is a task that adds the settings to twice a number.
var double = Task[int, int]{
	Here:   func(_ context.Context, n int) (int, error) { return 2*n + 5, nil },
	Encode: func(n int) ([]byte, error) { return strconv.AppendInt(nil, int64(n), 10), nil },
	Decode: func(_ int, out []byte) (int, error) { return strconv.Atoi(string(out)) },
}

// doubles opens sets of the kind "double", and counts those that are open.
func doubles(opened *int) map[string]Opener {
	return map[string]Opener{"double": func(settings []byte, file func(string) (string, error)) (Do,
		func(), error) {
		*opened++
		add, err := strconv.Atoi(string(settings))
		return func(_ context.Context, in []byte) ([]byte, error) {
			n, err := strconv.Atoi(string(in))
			if n == 13 {
				err = errors.New("unlucky")
			}
			return strconv.AppendInt(nil, int64(2*n+add), 10), err
		}, func() { *opened-- }, err
	}}
}

// TestMapOn: a farm and this process give the same answers, and each set that was opened is ended.
func TestMapOn(t *testing.T) {
	collect := func(farm Farm, n int) (all []int, err error) {
		for out, err := range MapOn(t.Context(), farm, Set{Kind: "double", Settings: []byte("5")}, 3,
			Numbers(0, n), double) {
			if err != nil {
				return all, err
			}
			all = append(all, out)
		}
		return all, nil
	}
	opened := 0
	farm := Here(doubles(&opened))
	want, err := collect(nil, 12)
	if err != nil || len(want) != 12 {
		t.Fatal(want, err)
	}
	if got, err := collect(farm, 12); err != nil || !slices.Equal(got, want) {
		t.Errorf("the farm gave %v (%v), want %v", got, err, want)
	}
	if got, err := collect(farm, 20); err == nil || err.Error() != "unlucky" || len(got) != 13 {
		t.Errorf("%d answers and error %v, want the error of job 13", len(got), err)
	}
	for range MapOn(t.Context(), farm, Set{Kind: "double", Settings: []byte("5")}, 3, Numbers(0, 12), double) {
		break
	}
	if opened != 0 {
		t.Errorf("%d sets were left open", opened)
	}
	if _, err := collect(Here(nil), 1); err == nil {
		t.Error("a kind that nobody knows was opened")
	}
}

// TestMapOnSlow: while the first job waits, as one does that is verified, others go on: more than may be
// under way at once.
func TestMapOnSlow(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		later := make(chan struct{})
		farm := Here(map[string]Opener{"double": func([]byte, func(string) (string, error)) (Do, func(), error) {
			return func(_ context.Context, in []byte) ([]byte, error) {
				switch string(in) {
				case "0":
					<-later
				case "6":
					close(later)
				}
				return in, nil
			}, nil, nil
		}})
		n := 0
		for out, err := range MapOn(t.Context(), farm, Set{Kind: "double"}, 1, Numbers(0, 12), double) {
			if err != nil || out != n {
				t.Fatalf("answer %d is %d (%v)", n, out, err)
			}
			n++
		}
	})
}
