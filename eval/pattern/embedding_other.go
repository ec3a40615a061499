//go:build !amd64

package pattern

func hiddenSum(l *lanes, rows []row, bias, out []int16) int32 { return hiddenPlain(l, rows, bias, out) }
