package durable

import (
	"hash/crc32"
)

var Castagnoli = crc32.MakeTable(crc32.Castagnoli)
