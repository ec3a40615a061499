//go:build !amd64

package qlearn

func follow(to, from []uint64, digits [][65][group]uint64, put uint, plus, minus uint64) {
	followPlain(to, from, digits, put, plus, minus)
}

func pairsOf(least, x, twins []uint64) int { return pairsPlain(least, x, twins) }

func totals(q []float32, tables []*[1 << 16]float32, after []uint64, width int) {
	totalsPlain(q, tables, after, width)
}
