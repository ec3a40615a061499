package parallel

import (
	"context"
	"errors"
	"slices"
	"testing"
	"testing/synctest"
)

// doubles is the kind of job that adds the settings to twice a number.
var doubles = Kind[int, int, int]{Name: "double", Open: func(add int, _ File) (Func[int, int], error) {
	return func(_ context.Context, n int) (int, error) {
		if n == 13 {
			return 0, errors.New("unlucky")
		}
		return 2*n + add, nil
	}, nil
}}

// counting counts the sets of openers that are open.
func counting(openers map[string]Opener, opened *int) map[string]Opener {
	for name, open := range openers {
		openers[name] = func(settings []byte, file File) (Do, func(), error) {
			*opened++
			do, _, err := open(settings, file)
			return do, func() { *opened-- }, err
		}
	}
	return openers
}

// TestMapBy: a farm and this process give the same answers, and each set that was opened is ended.
func TestMapBy(t *testing.T) {
	collect := func(farm Farm, n int) (all []int, err error) {
		here := func(_ context.Context, n int) (int, error) { return 2*n + 5, nil }
		team, err := doubles.Team(t.Context(), farm, 5, 3, here, nil)
		if err != nil {
			return nil, err
		}
		for out, err := range MapBy(t.Context(), team, Numbers(0, n), team.Do) {
			if err != nil {
				return all, err
			}
			all = append(all, out)
		}
		return all, nil
	}
	opened := 0
	farm := Here(counting(Openers(false, doubles), &opened))
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
	team, err := doubles.Team(t.Context(), farm, 5, 3, nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	for range MapBy(t.Context(), team, Numbers(0, 12), team.Do) {
		break
	}
	if opened != 0 {
		t.Errorf("%d sets were left open", opened)
	}
	if _, err := collect(Here(nil), 1); err == nil {
		t.Error("an unknown kind was opened")
	}
}

// TestMapBySlow: while the first job waits, as one does that is verified, others continue: more than may
// be under way at once.
func TestMapBySlow(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		later := make(chan struct{})
		slow := Kind[int, int, int]{Name: "slow", Open: func(int, File) (Func[int, int], error) {
			return func(_ context.Context, n int) (int, error) {
				switch n {
				case 0:
					<-later
				case 6:
					close(later)
				}
				return n, nil
			}, nil
		}}
		team, err := slow.Team(t.Context(), Here(Openers(false, slow)), 0, 1, nil, nil)
		if err != nil {
			t.Fatal(err)
		}
		n := 0
		for out, err := range MapBy(t.Context(), team, Numbers(0, 12), team.Do) {
			if err != nil || out != n {
				t.Fatalf("answer %d is %d (%v)", n, out, err)
			}
			n++
		}
	})
}
