package database

import (
	"context"
	"errors"
	"strings"
	"testing"
	"testing/synctest"

	"github.com/outflank/outflank/cmd/outflank/internal/web/fair"
)

// TestGallery: the server draws the pictures of all games without a request, and keeps them. It says which
// statistics have no picture.
func TestGallery(t *testing.T) {
	d := some(t)
	h := handler(t, d)
	for _, s := range answer[allStatistics](t, h, "stats").Statistics {
		if s.Picture != "pending" {
			t.Errorf("%s at first: %s", s.Name, s.Picture)
		}
	}
	d.DrawGallery(t.Context(), fair.NewPool(1))
	d.pictures = nil // not needed any more
	for _, s := range answer[allStatistics](t, h, "stats").Statistics {
		want, status := "ready", 200
		if s.Name == "accuracy" || s.Name == "players" || s.Name == "ratings" || s.Name == "pairs" || s.Name == "tree" {
			want, status = "none", 404 // too few games
		}
		if s.Picture != want {
			t.Errorf("%s: %s, want %s", s.Name, s.Picture, want)
		}
		ask(t, h, "/api/v1/stats/"+s.Name+"/picture.svg", status)
	}
	text := ask(t, h, "/statistics", 200)
	if !strings.Contains(text, `<img src="/api/v1/stats/years/picture.svg" alt="" loading="lazy">`) ||
		strings.Contains(text, "being drawn") {
		t.Errorf("%s", text)
	}
}

// TestFillYields: a client's computation stops the one for which no client waits. That one ends afterwards.
func TestFillYields(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWork(1)
		runs := 0
		started, filled := make(chan bool, 1), make(chan any, 1)
		go func() {
			r, err := w.fill(t.Context(), "spare", func(ctx context.Context) (any, error) {
				if runs++; runs == 1 {
					started <- true
					<-ctx.Done()
					return nil, ctx.Err()
				}
				return 7, nil
			})
			if err != nil {
				t.Error(err)
			}
			filled <- r
		}()
		<-started
		release := make(chan bool)
		asked := make(chan bool)
		go func() {
			if n, err := result(t.Context(), w, longWait, "other", func(context.Context) (int, error) {
				<-release
				return 8, nil
			}); n != 8 || err != nil {
				t.Errorf("%d, %v", n, err)
			}
			close(asked)
		}()
		synctest.Wait()
		if runs != 1 || w.spare != nil {
			t.Errorf("%d runs while a client waits", runs)
		}
		close(release)
		<-asked
		if r := <-filled; r != 7 || runs != 2 {
			t.Errorf("%v after %d runs", r, runs)
		}
		if n, err := result(t.Context(), w, longWait, "spare", func(context.Context) (int, error) {
			return 0, errors.New("it was not kept")
		}); n != 7 || err != nil {
			t.Errorf("%d, %v", n, err)
		}
	})
}

// TestFillFails: a failure ends it.
func TestFillFails(t *testing.T) {
	bad := errors.New("bad")
	if _, err := newWork(1).fill(t.Context(), "x", func(context.Context) (any, error) { return nil, bad }); err != bad {
		t.Error(err)
	}
}
