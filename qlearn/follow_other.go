//go:build !amd64

package qlearn

func follow(to, from []uint64, digits [][65][group]uint64, put uint, plus, minus uint64) {
	followPlain(to, from, digits, put, plus, minus)
}

func pairsOf(least, x, twins []uint64) int { return pairsPlain(least, x, twins) }
