//go:build !amd64

package pattern

func follow(to, from *lanes, square uint, flips, side uint64) {
	followPlain(to, from, square, flips, side)
}
