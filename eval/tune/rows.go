package tune

// Rows are observations in batches. They must be safe for concurrent and repeated use, in any order. They can
// be decoded on demand.
type Rows interface {
	// Batches returns the number of batches.
	Batches() int
	// Append appends the rows of batch i, 0 to Batches()-1, to b. It always appends the same rows.
	Append(i int, b *Batch)
}

// A Batch contains consecutive rows.
type Batch struct {
	ends    []int32 // end of each row in indexes and values
	groups  []int32
	targets []float64
	weights []float64
	indexes []int32
	values  []float32
}

// Add appends an entry to the current row. If an index occurs more than once, its values add up.
func (b *Batch) Add(index int32, value float32) {
	b.indexes = append(b.indexes, index)
	b.values = append(b.values, value)
}

// End ends a row. target is the desired sum of values times the model's weights; weight multiplies the
// squared error.
func (b *Batch) End(target, weight float64) { b.EndIn(0, target, weight) }

// EndIn is End for a row of a group, see [Embedding].
func (b *Batch) EndIn(group int, target, weight float64) {
	b.groups = append(b.groups, int32(group))
	b.ends = append(b.ends, int32(len(b.indexes)))
	b.targets = append(b.targets, target)
	b.weights = append(b.weights, weight)
}

// Reset empties the batch but keeps its memory.
func (b *Batch) Reset() {
	b.ends, b.groups, b.targets, b.weights = b.ends[:0], b.groups[:0], b.targets[:0], b.weights[:0]
	b.indexes, b.values = b.indexes[:0], b.values[:0]
}

// row returns the entries of row i.
func (b *Batch) row(i int) ([]int32, []float32) {
	from := int32(0)
	if i > 0 {
		from = b.ends[i-1]
	}
	indexes := b.indexes[from:b.ends[i]]
	return indexes, b.values[from:b.ends[i]][:len(indexes)]
}

func dot(x []float64, indexes []int32, values []float32) float64 {
	sum := 0.0
	for k, i := range indexes {
		sum += float64(x[i] * float64(values[k]))
	}
	return sum
}

func addTo(x []float64, times float64, indexes []int32, values []float32) {
	for k, i := range indexes {
		x[i] += float64(times * float64(values[k]))
	}
}
