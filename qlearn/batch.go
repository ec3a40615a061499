package qlearn

import (
	"context"
	"iter"
	"sync"
)

// batches makes episodes in batches, on all workers, and yields each batch in
// order when it is complete; so the number of workers changes nothing.
type batches struct {
	games   int // in all
	size    int // games in a batch
	workers int // 0 = 1
	// game makes game n. It may use the record until the game has been learnt.
	game func(ctx context.Context, n int, r *record) (Episode, error)
}

// A slot is one place of a batch.
type slot struct {
	episode Episode
	err     error
	record  record // memory that every batch uses again
}

func (b *batches) episodes(ctx context.Context) iter.Seq2[Episode, error] {
	return func(yield func(Episode, error) bool) {
		slots := make([]slot, min(b.size, b.games))
		for first := 0; first < b.games; first += b.size {
			batch := slots[:min(b.size, b.games-first)]
			b.fill(ctx, first, batch)
			for i := range batch {
				if s := &batch[i]; !yield(s.episode, s.err) || s.err != nil {
					return
				}
			}
		}
	}
}

// fill makes games first, first+1, …
func (b *batches) fill(ctx context.Context, first int, batch []slot) {
	var group sync.WaitGroup
	workers := min(max(1, b.workers), len(batch))
	for w := range workers {
		group.Go(func() {
			for i := w; i < len(batch); i += workers {
				s := &batch[i]
				s.episode, s.err = b.game(ctx, first+i, &s.record)
			}
		})
	}
	group.Wait()
}
