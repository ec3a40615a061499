package games

import (
	"cmp"
	"context"
	"iter"
	"slices"
)

// watch yields a game immediately and after each change, until the context ends or the game is removed. If
// the consumer is slow, it skips intermediate states.
func (h *Hall) watch(ctx context.Context, q ID) (iter.Seq2[View, error], error) {
	h.mu.Lock()
	_, err := h.find(q.ID)
	h.mu.Unlock()
	if err != nil {
		return nil, err
	}
	return func(yield func(View, error) bool) {
		h.mu.Lock()
		g, err := h.find(q.ID)
		if err != nil {
			h.mu.Unlock()
			yield(View{}, err)
			return
		}
		if err := h.arrive(g, q.Seat); err != nil {
			h.mu.Unlock()
			yield(View{}, err)
			return
		}
		side := g.side(q.Seat)
		g.watched++
		g.come(side, 1)
		h.advance(g)
		defer func() {
			h.mu.Lock()
			defer h.mu.Unlock()
			g.watched--
			g.come(side, -1)
			if h.games[q.ID] == g {
				h.advance(g)
			}
		}()
		for h.games[q.ID] == g && !h.closed {
			v, err := g.view(q.Seat)
			changed := g.changed
			h.mu.Unlock()
			more := yield(v, err) && err == nil
			if more {
				select {
				case <-changed:
				case <-ctx.Done():
					more = false
				}
			}
			if !more {
				return
			}
			h.mu.Lock()
		}
		h.mu.Unlock()
	}, nil
}

// list returns all games that fit a query, last changed first.
func (h *Hall) list(q listQuery) ([]Summary, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if err := h.open(false); err != nil {
		return nil, err
	}
	list := make([]Summary, 0, len(h.games))
	for _, g := range h.games {
		if (!q.Open || g.waits()) && (!q.Live || g.live()) {
			list = append(list, g.summary())
		}
	}
	slices.SortFunc(list, func(a, b Summary) int {
		return cmp.Or(b.Changed.Compare(a.Changed), cmp.Compare(a.ID, b.ID))
	})
	return list, nil
}
