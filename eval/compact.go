package eval

import (
	"bytes"
	"cmp"
	"compress/flate"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"io"
	"math"

	"github.com/outflank/outflank/engine/runtime/durable"
)

// A compact model file is a model file with version 3. In place of the weights it contains, for each block of
// 16 stages,
//
//	4 bytes  length of the rest of the block
//	…         DEFLATE of, for each stage, the low bytes and then the high bytes of its numbers
//
// The numbers are the weights in units of 2^-b, where b is unit_bits in the header, by default 6. A stage
// contains its weights of all terms with that many stages. In each stage of a block after the first, they are
// differences from the previous stage. Signs are folded (0, -1, 1, -2, … become 0, 1, 2, 3, …). There are no
// action weights. A pattern model of 16 stages takes a ninth of the space of an ordinary file.
//
// In version 2, one block has the low bytes of all weights in the order of an ordinary file, and then the
// high bytes; stages are those of each term. It is only read: two shipped models and the file from which
// notebooks/reports/evaluator.md begins have it.
const (
	flatVersion    = 2
	compactVersion = 3
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
	data, err := m.appendHeader(nil, compactVersion, bits)
	if err != nil {
		return nil, err
	}
	data, err = m.appendBlocks(data, bits)
	if err != nil {
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

// appendBlocks appends the weights in units of 2^-bits.
func (m *Model) appendBlocks(data []byte, bits int) ([]byte, error) {
	for i, w := range m.Weights {
		if math.Abs(w) > maxCompact {
			return nil, fmt.Errorf("%w: number %d (%s) is %v, want at most %.3g", errWeight, i, m.Features.Name(i), w,
				maxCompact)
		}
	}
	f, err := parse(m.Features.ID(), m.Features.Params()) // also of registered features
	if err != nil {
		return nil, err
	}
	terms := Terms(f)
	stages := mostStages(terms)
	for first := 0; first < stages; first += BlockStages {
		var body bytes.Buffer
		z, err := flate.NewWriter(&body, flate.BestCompression)
		for stage := first; stage < min(first+BlockStages, stages) && err == nil; stage++ {
			_, err = z.Write(m.planes(terms, stage, bits))
		}
		if err == nil {
			err = z.Close()
		}
		if err != nil {
			return nil, err
		}
		data = append(binary.LittleEndian.AppendUint32(data, uint32(body.Len())), body.Bytes()...)
	}
	return data, nil
}

// planes returns the bytes of a stage.
func (m *Model) planes(terms []Term, stage, bits int) []byte {
	var low, high []byte
	for _, t := range terms {
		for k, w := range t.at(stage, m.Weights) {
			x := int16(quantum(w, bits))
			if stage%BlockStages > 0 {
				x -= int16(quantum(t.at(stage-1, m.Weights)[k], bits)) // may wrap around; reading wraps back
			}
			folded := uint16(x<<1) ^ uint16(x>>15)
			low, high = append(low, byte(folded)), append(high, byte(folded>>8))
		}
	}
	return append(low, high...)
}

// readBlock reads the length of a block and the rest of it.
func readBlock(r io.Reader) ([]byte, error) {
	size, err := readFull(r, 4, "length of the weights")
	if err != nil {
		return nil, err
	}
	return readFull(r, int(binary.LittleEndian.Uint32(size)), "weights")
}

// readFlat reads the weights of a file of version 2.
func readFlat(r io.Reader, f Features, bits int) ([]float64, error) {
	body, err := readBlock(r)
	if err != nil || !mayFill(int64(len(body)), f) {
		return nil, cmp.Or(err, errUnpack)
	}
	planes := make([]byte, 2*f.Len())
	left := bytes.NewReader(body)
	z := flate.NewReader(left)
	if _, err := io.ReadFull(z, planes); err != nil || !atEnd(z, left) {
		return nil, errUnpack
	}
	return unfoldWeights(planes, f, bits), nil
}

// errUnpack is the error for blocks with too few bytes or too many.
var errUnpack = fmt.Errorf("%w: the compressed weights are damaged", errSize)

// mayFill reports whether size compressed bytes can contain the weights, so that no file makes its reader
// allocate more.
func mayFill(size int64, f Features) bool {
	const most = 1032 // DEFLATE compresses by at most this factor
	return 2*int64(f.Len()) <= most*size
}

// atEnd reports whether all was decompressed.
func atEnd(z io.Reader, left *bytes.Reader) bool {
	_, err := io.ReadFull(z, make([]byte, 1))
	return err == io.EOF && left.Len() == 0
}

// unfoldWeights restores the weights from the two planes of bytes.
func unfoldWeights(planes []byte, f Features, bits int) []float64 {
	n := len(planes) / 2
	weights, unit := make([]float64, n), math.Ldexp(1, -bits)
	low, high := planes[:n], planes[n:]
	for _, t := range Terms(f) {
		parts := make([]int16, t.Len) // of the previous stage
		for at := t.Offset; at < t.Offset+t.Len*t.Stages; at += t.Len {
			low, high, weights := low[at:][:len(parts)], high[at:][:len(parts)], weights[at:][:len(parts)]
			addFolded(parts, low, high)
			for k := range parts {
				weights[k] = float64(parts[k]) * unit // exact, because unit is a power of two
			}
		}
	}
	return weights
}
