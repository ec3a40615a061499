package eval

import (
	"bytes"
	"compress/flate"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"io"
	"math"

	"github.com/outflank/outflank/engine/runtime/durable"
)

// A compact model file is a model file with version 2. In place of the weights it contains
//
//	4 bytes  length of the part between here and the checksum
//	…         DEFLATE of the low bytes and then the high bytes of n numbers
//
// The numbers are the weights in units of 2^-b, where b is unit_bits in the header, by default 6. In each
// stage of a term after the first, they are differences from the previous stage. Signs are folded (0, -1, 1,
// -2, … become 0, 1, 2, 3, …). There are no action weights. A pattern model of 16 stages takes a ninth of the
// space of an ordinary file.
const (
	compactVersion = 2
	compactBits    = 6       // for a file without unit_bits
	maxUnitBits    = 1000    // in either direction
	maxCompact     = 0x1p996 // maximum weight; rounding does not exceed it
)

// WriteCompact writes the model with rounded weights; [ReadModel] reads it back. The unit is the finest power
// of two with which the largest weight fits in 16 bits. For models in discs it is at least 1/64 disc, the
// unit of searches, so weights are not rounded twice. The model must not have action weights or weights
// beyond ±2^996. The same model always produces the same bytes. Errors about the model are bad input, see
// [fault.IsBadInput].
//
// In a test, four models of Logistello's patterns in wins, trained by qlearn, were written and read back. The
// files shrank to a tenth. The models chose equally good moves on 99.1 to 99.97 % of 18,000 boards and lost
// 0.000001 of a win on average. With a unit of 1/64, they chose different moves on 10 to 36 % of the boards.
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
		return nil, fmt.Errorf("%w: weights for actions, want none", errCount)
	}
	bits := m.unitBits()
	head, err := m.appendHeader(nil, compactVersion, bits)
	if err != nil {
		return nil, err
	}
	body, err := deflateWeights(m, bits)
	if err != nil {
		return nil, err
	}
	data := binary.LittleEndian.AppendUint32(head, uint32(len(body)))
	data = append(data, body...)
	if data, err = m.Embedding.append(data); err != nil {
		return nil, err
	}
	return binary.LittleEndian.AppendUint32(data, durable.Sum(data)), nil
}

// unitBits returns b for the unit 2^-b that WriteCompact uses.
func (m *Model) unitBits() int {
	most := 0.0
	for _, w := range m.Weights {
		most = max(most, math.Abs(w))
	}
	if quantum(most, maxUnitBits) == 0 {
		return compactBits
	}
	b := finestBits(most)
	if m.Meta["unit"] == "discs" {
		b = min(b, compactBits)
	}
	return b
}

// finestBits returns the largest b for which x, rounded to 2^-b, fits in an int16.
func finestBits(x float64) int {
	_, exponent := math.Frexp(x)
	b := min(15-exponent, maxUnitBits)
	if quantum(x, b) > math.MaxInt16 {
		b--
	}
	return b
}

// quantum returns x in units of 2^-b.
func quantum(x float64, b int) float64 { return math.Round(math.Ldexp(x, b)) }

// appendHeader appends the part of a model file before the weights.
func (m *Model) appendHeader(data []byte, version uint16, unitBits int) ([]byte, error) {
	if _, ok := m.Features.(*termList); !ok {
		if f, err := parse(m.Features.ID(), m.Features.Params()); err != nil || f.Len() != m.Features.Len() {
			return nil, fmt.Errorf("%w %.80q: register them, so that the file can be read", errFeatures,
				m.Features.ID())
		}
	}
	h := header{
		Features: m.Features.ID(), View: viewOf(m.Features), Params: m.Features.Params(),
		Weights: len(m.Weights), Actions: len(m.Actions), Meta: m.Meta,
	}
	if unitBits != compactBits {
		h.UnitBits = &unitBits
	}
	if e := m.Embedding; e != nil {
		h.Embedding = &embeddingHeader{e.Features.ID(), e.Size, e.Phases}
	}
	head, err := json.Marshal(h)
	if err != nil {
		return nil, err
	}
	if len(head) > maxHeader {
		return nil, fmt.Errorf("%w: %d bytes, at most %d fit", errHeader, len(head), maxHeader)
	}
	data = append(data, modelMagic...)
	data = binary.LittleEndian.AppendUint16(data, version)
	data = binary.LittleEndian.AppendUint32(data, uint32(len(head)))
	return append(data, head...), nil
}

// deflateWeights encodes the weights for a compact file.
func deflateWeights(m *Model, bits int) ([]byte, error) {
	parts := make([]int16, len(m.Weights))
	for i, w := range m.Weights {
		if math.Abs(w) > maxCompact {
			return nil, fmt.Errorf("%w: number %d (%s) is %v, want at most %.3g", errWeight, i, m.Features.Name(i), w,
				maxCompact)
		}
		parts[i] = int16(quantum(w, bits))
	}
	bytes2 := make([]byte, 2*len(parts))
	before := stageBefore(m.Features)
	for i, x := range parts {
		if k := before(i); k >= 0 {
			x -= parts[k] // may wrap around; reading wraps back
		}
		folded := uint16(x<<1) ^ uint16(x>>15)
		bytes2[i], bytes2[len(parts)+i] = byte(folded), byte(folded>>8)
	}
	return deflate(bytes2)
}

// deflate compresses data.
func deflate(data []byte) ([]byte, error) {
	var body bytes.Buffer
	z, err := flate.NewWriter(&body, flate.BestCompression)
	if err != nil {
		return nil, err
	}
	if _, err = z.Write(data); err == nil {
		err = z.Close()
	}
	return body.Bytes(), err
}

// stageBefore returns a function that maps an entry to the corresponding entry one stage earlier, or to -1 if
// there is none. Entries must be passed in ascending order.
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
		return nil, fmt.Errorf("%w: %d for actions, expected none in a compact file", errCount, head.Actions)
	}
	planes, err := readDeflated(r, 2*f.Len(), "weights")
	if err != nil {
		return nil, err
	}
	return unfoldWeights(planes, f, head.unitBits()), nil
}

// readDeflated reads a length and then so many bytes, which unpack to n bytes.
func readDeflated(r io.Reader, n int, what string) ([]byte, error) {
	size, err := readFull(r, 4, "length of the "+what)
	if err != nil {
		return nil, err
	}
	body, err := readFull(r, int(binary.LittleEndian.Uint32(size)), what)
	if err != nil {
		return nil, err
	}
	data, ok := inflate(body, n)
	if !ok {
		return nil, fmt.Errorf("%w: the %s do not unpack to %d bytes", errSize, what, n)
	}
	return data, nil
}

// inflate decompresses body, which must yield n bytes. It allocates no more memory than body can fill.
func inflate(body []byte, n int) (data []byte, ok bool) {
	const most = 1032 // DEFLATE compresses by at most this factor
	if int64(n) > most*int64(len(body)) {
		return nil, false
	}
	left := bytes.NewReader(body)
	r := flate.NewReader(left)
	data = make([]byte, n)
	if _, err := io.ReadFull(r, data); err != nil {
		return nil, false
	}
	_, err := io.ReadFull(r, make([]byte, 1))
	return data, err == io.EOF && left.Len() == 0
}

// unfoldWeights reverses the steps of deflateWeights before compression.
func unfoldWeights(planes []byte, f Features, bits int) []float64 {
	n := len(planes) / 2
	weights, unit := make([]float64, n), math.Ldexp(1, -bits)
	low, high := planes[:n], planes[n:]
	for _, t := range Terms(f) {
		parts := make([]int16, t.Len) // of the previous stage
		for at := t.Offset; at < t.Offset+t.Len*t.Stages; at += t.Len {
			low, high, weights := low[at:][:len(parts)], high[at:][:len(parts)], weights[at:][:len(parts)]
			for k := range parts {
				folded := uint16(low[k]) | uint16(high[k])<<8
				parts[k] += int16(folded>>1) ^ -int16(folded&1)
				weights[k] = float64(parts[k]) * unit // exact, because unit is a power of two
			}
		}
	}
	return weights
}
