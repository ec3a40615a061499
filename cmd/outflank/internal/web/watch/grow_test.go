package watch

import (
	"bytes"
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"testing"
	"testing/synctest"
	"time"

	"github.com/outflank/outflank/cmd/outflank/internal/web/wire"
	"github.com/outflank/outflank/qlearn/run"
	"github.com/outflank/outflank/qlearn/workspace/workspacetest"
)

// TestRunStream: two clients hear of a run what is new of it after each round, each point once, and when it
// ends. Time is that of the bubble: the run grows between two looks.
func TestRunStream(t *testing.T) {
	dir := t.TempDir()
	synctest.Test(t, func(t *testing.T) {
		w := watching(t, dir)
		ctx, cancel := context.WithCancel(t.Context())
		var clients []*listener[Run]
		var list *listener[int]
		points, evaluations := 0, 0
		for p := range workspacetest.Train(t, filepath.Join(dir, "small"), workspacetest.Config) {
			if clients == nil { // the folder is there
				for range 2 {
					clients = append(clients, stream(t, ctx, w.watchRun, placeSince{place: place{"small"}}))
				}
				list = entries(t, ctx, w)
			}
			time.Sleep(itemEvery)
			synctest.Wait()
			for _, c := range clients {
				heard := c.heard()
				if len(heard) > 1 {
					t.Fatalf("after %d games: %d events in one look", p.Games, len(heard))
				}
				for _, r := range heard {
					if r.Since != points || r.Evaluated != evaluations || r.State != run.Running || r.Games > p.Games ||
						r.Card == "" {
						t.Fatalf("after %d games and %d points: %+v", p.Games, points, r)
					}
				}
				if c == clients[1] && len(heard) == 1 {
					points, evaluations = points+len(heard[0].Points), evaluations+len(heard[0].Evaluations)
				}
			}
		}
		time.Sleep(listEvery)
		synctest.Wait()
		for _, c := range clients {
			heard := c.heard()
			if len(heard) == 0 {
				t.Fatal("the end was not heard")
			}
			end, all := heard[len(heard)-1], points
			for _, r := range heard {
				all += len(r.Points)
			}
			if end.State != run.Finished || all != 3 || end.Evaluated+len(end.Evaluations) != 4 ||
				len(end.Results) != 1 || end.Best == nil {
				t.Errorf("%d points, %+v", all, end)
			}
		}
		time.Sleep(time.Minute)
		synctest.Wait()
		for _, c := range clients {
			if heard := c.heard(); len(heard) > 0 {
				t.Errorf("nothing changed, but %d events came", len(heard))
			}
		}
		if heard := list.heard(); len(heard) < 2 || heard[len(heard)-1] != 60 {
			t.Errorf("the list has %v games", heard)
		}
		cancel()
		for _, c := range clients {
			<-c.ended
		}
		<-list.ended
	})
}

// entries listens to the list of the folder and keeps the games of its first run.
func entries(t *testing.T, ctx context.Context, w *Watcher) *listener[int] {
	t.Helper()
	all, err := w.watchList(ctx, wire.None{})
	if err != nil {
		t.Fatal(err)
	}
	return listen(func(yield func(int, error) bool) {
		for l, err := range all {
			if err != nil || len(l.Entries) != 1 {
				t.Errorf("%+v, %v", l, err)
				return
			}
			if !yield(l.Entries[0].Done, nil) {
				return
			}
		}
	})
}

// TestMatchStream: a client hears of a match game by game, and of its test each point once; a game that is
// being written is none yet, and a file that is gone ends the stream.
func TestMatchStream(t *testing.T) {
	dir := t.TempDir()
	whole := filepath.Join(t.TempDir(), "whole")
	workspacetest.Play(t, whole, workspacetest.Match)
	text, err := os.ReadFile(whole)
	if err != nil {
		t.Fatal(err)
	}
	lines := bytes.SplitAfter(text, []byte("\n"))
	lines = lines[:len(lines)-1]
	synctest.Test(t, func(t *testing.T) {
		at := filepath.Join(dir, "m")
		write := func(text []byte) {
			t.Helper()
			f, err := os.OpenFile(at, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o666)
			if err == nil {
				_, err = f.Write(text)
			}
			if err == nil {
				err = f.Close()
			}
			if err != nil {
				t.Fatal(err)
			}
			time.Sleep(itemEvery)
			synctest.Wait()
		}
		write(lines[0])
		client := stream(t, t.Context(), watching(t, dir).watchMatch, place{"m"})
		synctest.Wait()
		if heard := client.heard(); len(heard) != 1 || heard[0].Last != nil || heard[0].Ended != 0 ||
			heard[0].Total != 40 {
			t.Fatalf("in the beginning: %+v", heard)
		}
		llr := 0
		for i, line := range lines[1:] {
			write(line[:len(line)/2])
			if heard := client.heard(); len(heard) > 1 || len(heard) == 1 && heard[0].Ended != i {
				t.Fatalf("half a game is one: %+v", heard)
			}
			write(line[len(line)/2:])
			heard := client.heard()
			if len(heard) != 1 || heard[0].Ended != i+1 || heard[0].Last == nil || heard[0].State != run.Interrupted &&
				heard[0].State != run.Finished {
				t.Fatalf("after game %d: %+v", i, heard)
			}
			m := heard[0]
			if g := m.Last; g.Start != "8x8" || len(g.Moves) < 2*g.Book || g.Black == g.White ||
				!bytes.Contains(line, []byte(`"moves":"`+g.Moves+`"`)) {
				t.Errorf("the last game is %+v", g)
			}
			for _, p := range m.LLR {
				if llr++; p.Pairs != llr {
					t.Fatalf("point %d of the test is of %d pairs", llr, p.Pairs)
				}
			}
			if m.Result.Test.LLR != 0 && llr != m.Played/2 {
				t.Fatalf("%d points of the test after %d games", llr, m.Played)
			}
		}
		if err := os.Remove(at); err != nil {
			t.Fatal(err)
		}
		<-client.ended
		if !errors.Is(client.err, fs.ErrNotExist) {
			t.Errorf("the file is gone: %v", client.err)
		}
	})
}

// TestTuningAndSweepStreams: what does not change is told once.
func TestTuningAndSweepStreams(t *testing.T) {
	dir := t.TempDir()
	workspacetest.Fill(t, dir)
	synctest.Test(t, func(t *testing.T) {
		w := watching(t, dir)
		ctx, cancel := context.WithCancel(t.Context())
		tuned := stream(t, ctx, w.watchTuning, placeSince{place{"tuned"}, 1})
		swept := stream(t, ctx, w.watchSweep, place{"sweeps/lambda"})
		time.Sleep(time.Minute)
		synctest.Wait()
		if heard := tuned.heard(); len(heard) != 1 || heard[0].Since != 1 || len(heard[0].Rows) != 3 ||
			!heard[0].Weights {
			t.Errorf("%+v", heard)
		}
		if heard := swept.heard(); len(heard) != 1 || len(heard[0].Runs) != 2 || len(heard[0].Settings) != 2 {
			t.Errorf("%+v", heard)
		}
		cancel()
		<-tuned.ended
		<-swept.ended
	})
}

// TestLateTimes: points that came before their times come again with them.
func TestLateTimes(t *testing.T) {
	dir := t.TempDir()
	workspacetest.Fill(t, dir)
	events, later := filepath.Join(dir, "small", run.EventsFile), filepath.Join(dir, "later")
	if err := os.Rename(events, later); err != nil {
		t.Fatal(err)
	}
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		c := stream(t, ctx, watching(t, dir).watchRun, placeSince{place: place{"small"}})
		synctest.Wait()
		if heard := c.heard(); len(heard) != 1 || len(heard[0].Points) != 3 || heard[0].Points[0].Time != nil ||
			heard[0].Pace != nil {
			t.Errorf("without times: %+v", heard)
		}
		if err := os.Rename(later, events); err != nil {
			t.Fatal(err)
		}
		time.Sleep(itemEvery)
		synctest.Wait()
		if heard := c.heard(); len(heard) != 1 || heard[0].Since != 0 || len(heard[0].Points) != 3 ||
			heard[0].Points[2].Time == nil || heard[0].Pace == nil {
			t.Errorf("with times: %+v", heard)
		}
		cancel()
		<-c.ended
	})
}
