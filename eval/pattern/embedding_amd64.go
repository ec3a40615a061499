package pattern

// hiddenSum is hiddenPlain with vectors of sixteen numbers if the processor has them.
func hiddenSum(l *lanes, rows []row, bias, out []int16) int32 {
	switch {
	case !hasVector || len(rows) == 0:
	case len(bias) == 16:
		return hidden16(l, &rows[0], len(rows), &bias[0], &out[0])
	case len(bias) == 32:
		return hidden32(l, &rows[0], len(rows), &bias[0], &out[0])
	}
	return hiddenPlain(l, rows, bias, out)
}

// hidden16 and hidden32 are hiddenPlain for 16 and 32 numbers. Pointers are to the first elements of slices; n
// is the number of rows, at least 1.

//go:noescape
func hidden16(l *lanes, rows *row, n int, bias, out *int16) int32

//go:noescape
func hidden32(l *lanes, rows *row, n int, bias, out *int16) int32
