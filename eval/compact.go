package eval

import (
	"bytes"
	"compress/flate"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"hash/crc32"
	"io"
	"math"
)

// A compact model file is the same as a model file with version 2 and, in place of
// the weights,
//
//	4 bytes   length of what follows up to the checksum
//	…         DEFLATE of the low bytes and then the high bytes of n numbers
//
// The numbers are the weights in 1/64 of the model's unit, each stage of a term but
// the first as the difference from the stage before, signs folded (0, -1, 1, -2, … are
// 0, 1, 2, 3, …). There are no weights for actions. A pattern model of 16 stages takes a
// ninth of the space that it takes otherwise.
const (
	compactVersion = 2
	compactUnit    = 64
)

// WriteCompact writes the model with its weights rounded to 1/64, which must lie
// within ±511 and be without those for actions; [ReadModel] reads it back. The same
// model always gives the same bytes. Its errors wrap [ErrCount] or [ErrWeight], or
// that of w.
func WriteCompact(w io.Writer, m *Model) error {
	data, err := m.encodeCompact()
	if err == nil {
		_, err = w.Write(data)
	}
	if err != nil {
		return fmt.Errorf("eval: compact model: %w", err)
	}
	return nil
}

func (m *Model) encodeCompact() ([]byte, error) {
	if err := m.check(); err != nil {
		return nil, err
	}
	if m.Actions != nil {
		return nil, fmt.Errorf("%w: weights for actions, want none", ErrCount)
	}
	head, err := m.appendHeader(nil, compactVersion)
	if err != nil {
		return nil, err
	}
	body, err := deflateWeights(m)
	if err != nil {
		return nil, err
	}
	data := binary.LittleEndian.AppendUint32(head, uint32(len(body)))
	data = append(data, body...)
	return binary.LittleEndian.AppendUint32(data, crc32.Checksum(data, castagnoli)), nil
}

// appendHeader appends a model file up to its weights.
func (m *Model) appendHeader(data []byte, version uint16) ([]byte, error) {
	head, err := json.Marshal(header{m.Features.ID(), m.Features.Params(), len(m.Weights), len(m.Actions), m.Meta})
	if err != nil {
		return nil, err
	}
	if len(head) > maxHeader {
		return nil, fmt.Errorf("%w: %d bytes, at most %d fit", ErrHeader, len(head), maxHeader)
	}
	data = append(data, modelMagic...)
	data = binary.LittleEndian.AppendUint16(data, version)
	data = binary.LittleEndian.AppendUint32(data, uint32(len(head)))
	return append(data, head...), nil
}

// deflateWeights returns the weights as a compact file holds them.
func deflateWeights(m *Model) ([]byte, error) {
	parts := make([]int16, len(m.Weights))
	for i, w := range m.Weights {
		if math.Abs(w) > 511 {
			return nil, fmt.Errorf("%w: number %d (%s) is %v, want at most 511", ErrWeight, i, m.Features.Name(i), w)
		}
		parts[i] = int16(math.Round(w * compactUnit))
	}
	bytes2 := make([]byte, 2*len(parts))
	before := stageBefore(m.Features)
	for i, x := range parts {
		if k := before(i); k >= 0 {
			x -= parts[k] // wraps around, as it does when it is read
		}
		folded := uint16(x<<1) ^ uint16(x>>15)
		bytes2[i], bytes2[len(parts)+i] = byte(folded), byte(folded>>8)
	}
	var body bytes.Buffer
	z, err := flate.NewWriter(&body, flate.BestCompression)
	if err != nil {
		return nil, err
	}
	if _, err = z.Write(bytes2); err == nil {
		err = z.Close()
	}
	return body.Bytes(), err
}

// stageBefore returns a function from an entry to the same one a stage earlier, -1
// if there is none. It must be asked in ascending order.
func stageBefore(f Features) func(i int) int {
	terms := Terms(f)
	return func(i int) int {
		for len(terms) > 0 && i >= terms[0].Offset+terms[0].Len*terms[0].Stages {
			terms = terms[1:]
		}
		if len(terms) == 0 || i-terms[0].Len < terms[0].Offset {
			return -1
		}
		return i - terms[0].Len
	}
}

// readCompact reads the weights of a compact file.
func readCompact(r io.Reader, f Features, head *header) ([]float64, error) {
	if head.Actions != 0 {
		return nil, fmt.Errorf("%w: %d for actions, expected none in a compact file", ErrCount, head.Actions)
	}
	size, err := readFull(r, 4, "length of the weights")
	if err != nil {
		return nil, err
	}
	body, err := readFull(r, int(binary.LittleEndian.Uint32(size)), "weights")
	if err != nil {
		return nil, err
	}
	n := f.Len()
	left := bytes.NewReader(body)
	planes, err := io.ReadAll(io.LimitReader(flate.NewReader(left), int64(2*n+1)))
	if err != nil || len(planes) != 2*n || left.Len() > 0 {
		return nil, fmt.Errorf("%w: the weights do not unpack to %d bytes", ErrSize, 2*n)
	}
	return unfoldWeights(planes, f), nil
}

// unfoldWeights is the inverse of what deflateWeights does before it packs.
func unfoldWeights(planes []byte, f Features) []float64 {
	n := len(planes) / 2
	parts, weights := make([]int16, n), make([]float64, n)
	before := stageBefore(f)
	for i := range parts {
		folded := uint16(planes[i]) | uint16(planes[n+i])<<8
		x := int16(folded>>1) ^ -int16(folded&1)
		if k := before(i); k >= 0 {
			x += parts[k]
		}
		parts[i], weights[i] = x, float64(x)/compactUnit
	}
	return weights
}
