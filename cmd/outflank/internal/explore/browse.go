package explore

import (
	"context"
	"fmt"
	"time"

	"github.com/outflank/outflank/cmd/outflank/internal/board"
	"github.com/outflank/outflank/cmd/outflank/internal/cli"
	"github.com/outflank/outflank/cmd/outflank/internal/window"
	"github.com/outflank/outflank/dataset/explore"
	"github.com/outflank/outflank/dataset/store"
	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/engine/runtime/fault"
)

// usualDepth is the engine's search depth, in plies, without --values.
const usualDepth = 12

// browse shows the tree of games on the whole screen, and afterwards prints the transcript of the last
// position. Ratings come from all games, even with a filter.
func browse(a *cli.App, ctx context.Context, path string, o *exploreOptions, style board.Style,
	start engine.Game) error {
	if err := checkFilter(a, ctx, path, o.filter); err != nil {
		return err
	}
	games, err := a.ReadGames(ctx, "exploring", []string{path}, store.Filter{})
	if err != nil {
		return err
	}
	index, err := explore.Build(ctx, games, 0)
	if err != nil {
		return err
	}
	ctx, interrupt := context.WithCancel(ctx)
	defer interrupt()
	b := newBrowser(ctx, index, style, o)
	if err := b.look(start); err != nil {
		return err
	}
	w, ok := window.Open(a.In, a.Direct())
	if !ok {
		return fault.Misuse(fmt.Errorf("explore cannot read keys from this terminal; use --plain to print the " +
			"position"))
	}
	defer w.Close() // also after an error or a panic
	err = b.run(ctx, w, window.Events(a.In, interrupt))
	w.Close()
	if len(b.game.Moves) > 0 {
		a.Printf("transcript: %v\n", b.game)
	}
	return err
}

// run draws the screen and handles events until the person leaves, the events end or ctx is done. Slow work
// runs in the background.
func (b *browser) run(ctx context.Context, w *window.Window, events <-chan window.Event) error {
	answers := make(chan func() job)
	begin := func(work job) {
		if work == nil {
			return
		}
		go func() {
			select {
			case answers <- work():
			case <-ctx.Done():
			}
		}()
	}
	ticks := time.NewTicker(window.Tick)
	defer ticks.Stop()
	begin(b.evaluate())
	for !b.left {
		w.Draw(b.frame(w.Size()))
		select {
		case <-ctx.Done():
			return fault.ErrInterrupted
		case e, ok := <-events:
			if !ok {
				return nil
			}
			if e.Key == window.Redraw {
				w.Forget()
			}
			begin(b.press(e))
		case answer := <-answers:
			begin(answer())
		case <-ticks.C: // draw again: the size of the window may have changed
		}
	}
	return nil
}
