package watch

import (
	"context"
	"iter"
	"reflect"
	"slices"
	"sync"
	"time"

	"github.com/outflank/outflank/cmd/outflank/internal/web/wire"
	"github.com/outflank/outflank/qlearn/workspace"
)

// A lister caches the listing of the workspace for all clients.
type lister struct {
	mu      sync.Mutex
	at      time.Time
	listing workspace.Listing
	version int // number of changes
}

// listed returns the listing and its version.
func (w *Watcher) listed() (workspace.Listing, int, error) {
	if w.files == nil {
		return workspace.Listing{Entries: []workspace.Entry{}, Problems: []workspace.Problem{}}, 1, nil
	}
	l := &w.list
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.version > 0 && time.Since(l.at) < listEvery/2 {
		return l.listing, l.version, nil
	}
	next, err := w.files.List()
	if err != nil {
		return next, 0, err
	}
	l.at = time.Now()
	if l.version == 0 || !reflect.DeepEqual(next, l.listing) {
		l.listing = next
		l.version++
	}
	return l.listing, l.version, nil
}

func (w *Watcher) runs(context.Context, wire.None) (workspace.Listing, error) {
	return w.listedOnly(func(kind string) bool { return kind != workspace.KindMatch })
}

func (w *Watcher) matches(context.Context, wire.None) (workspace.Listing, error) {
	return w.listedOnly(func(kind string) bool { return kind == workspace.KindMatch })
}

// listedOnly returns the listing with only the entries of wanted kinds.
func (w *Watcher) listedOnly(wanted func(kind string) bool) (workspace.Listing, error) {
	l, _, err := w.listed()
	l.Entries = slices.DeleteFunc(slices.Clone(l.Entries), func(e workspace.Entry) bool {
		return !wanted(e.Kind)
	})
	return l, err
}

func (w *Watcher) watchList(ctx context.Context, _ wire.None) (iter.Seq2[workspace.Listing, error], error) {
	known := 0
	return follow(ctx, listEvery, func() (workspace.Listing, bool, error) {
		l, version, err := w.listed()
		news := version != known
		known = version
		return l, news, err
	}), nil
}
