package tune

import (
	"context"
	"math"
	"sync"
	"sync/atomic"
)

// shards is the number of parts into which a pass divides the rows, each with its own vector. Sums depend on
// this number, not on the number of workers.
const shards = 8

// passes goes over rows on several goroutines. If the context ends, its results are meaningless.
type passes struct {
	ctx     context.Context
	workers int
	parts   [shards][]float64
	batches [shards]Batch
}

func newPasses(ctx context.Context, length, workers int) *passes {
	p := &passes{ctx: ctx, workers: min(max(workers, 1), shards)}
	for i := range p.parts {
		p.parts[i] = make([]float64, length)
	}
	return p
}

// each calls work once for each shard.
func (p *passes) each(work func(shard int)) {
	var next atomic.Int32
	var wait sync.WaitGroup
	for range p.workers {
		wait.Go(func() {
			for i := int(next.Add(1)) - 1; i < shards; i = int(next.Add(1)) - 1 {
				work(i)
			}
		})
	}
	wait.Wait()
}

// over calls visit for every batch of rows, in order within each shard.
func (p *passes) over(rows Rows, visit func(shard, index int, b *Batch)) {
	n := rows.Batches()
	p.each(func(shard int) {
		b := &p.batches[shard]
		for i := shard * n / shards; i < (shard+1)*n/shards && p.ctx.Err() == nil; i++ {
			b.Reset()
			rows.Append(i, b)
			visit(shard, i, b)
		}
	})
}

// sum sets dst to the sum of the parts, always added in the same order, and clears the parts.
func (p *passes) sum(dst []float64) {
	p.each(func(shard int) {
		from, to := shard*len(dst)/shards, (shard+1)*len(dst)/shards
		clear(dst[from:to])
		for _, part := range p.parts {
			for i := from; i < to; i++ {
				dst[i] += part[i]
				part[i] = 0
			}
		}
	})
}

// begin returns XᵀC·targets and the diagonal of XᵀCX.
func (p *passes) begin(rows Rows) (gradient, diagonal []float64) {
	gradient, diagonal = make([]float64, len(p.parts[0])), make([]float64, len(p.parts[0]))
	p.over(rows, func(shard, _ int, b *Batch) {
		for i := range b.ends {
			indexes, values := b.row(i)
			addTo(p.parts[shard], b.weights[i]*b.targets[i], indexes, values)
		}
	})
	p.sum(gradient)
	p.over(rows, func(shard, _ int, b *Batch) {
		for i := range b.ends {
			indexes, values := b.row(i)
			for k, at := range indexes {
				p.parts[shard][at] += float64(b.weights[i] * float64(values[k]) * float64(values[k]))
			}
		}
	})
	p.sum(diagonal)
	return gradient, diagonal
}

// image sets dst to XᵀCX·x.
func (p *passes) image(dst []float64, rows Rows, x []float64) {
	p.over(rows, func(shard, _ int, b *Batch) {
		for i := range b.ends {
			indexes, values := b.row(i)
			addTo(p.parts[shard], b.weights[i]*dot(x, indexes, values), indexes, values)
		}
	})
	p.sum(dst)
}

// validation tracks how well the weights predict rows.
type validation struct {
	passes *passes
	rows   Rows
	errors [][]float64 // target minus value of each row, by batch
}

func newValidation(p *passes, rows Rows) *validation {
	v := &validation{p, rows, make([][]float64, rows.Batches())}
	p.over(rows, func(_, index int, b *Batch) { v.errors[index] = append([]float64(nil), b.targets...) })
	return v
}

// move returns the root mean square error after the weights have changed by far·direction.
func (v *validation) move(far float64, direction []float64) float64 {
	var sums, weights [shards]float64
	v.passes.over(v.rows, func(shard, index int, b *Batch) {
		for i := range v.errors[index] {
			indexes, values := b.row(i)
			e := v.errors[index][i] - float64(far*dot(direction, indexes, values))
			v.errors[index][i] = e
			sums[shard] += float64(b.weights[i] * e * e)
			weights[shard] += b.weights[i]
		}
	})
	return math.Sqrt(total(sums) / total(weights))
}

func total(parts [shards]float64) (sum float64) {
	for _, x := range parts {
		sum += x
	}
	return sum
}
