//go:build !amd64

package pattern

func follow(to, from *level, square uint, flips uint64) {
	followPlain(to, from, square, flips)
}
