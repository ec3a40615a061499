package eval

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"strings"

	"github.com/outflank/outflank/engine/runtime/durable"
	"github.com/outflank/outflank/engine/runtime/fault"
)

// The format of a model file is
//
//	8 bytes   "OUTFLANK"
//	2 bytes   version, 1; 2 and 3 are compact files
//	4 bytes   length of the header, at most 1 MiB
//	…         header, JSON: features, view, params, weights, actions, unit_bits, meta
//	8 n bytes weights, then weights of actions, float64
//	4 bytes   CRC-32C of everything before
//
// with all numbers little-endian. It contains no time, so the same training produces the same bytes. The view
// "mover" marks one-sided features created by [ByMover]. Programs that do not know the view reject the file.
const (
	modelMagic   = "OUTFLANK"
	modelVersion = 1
	maxHeader    = 1 << 20
)

// Errors that [ReadModel] wraps, in the order in which it checks for them. All of them are bad input, see
// [fault.IsBadInput].
var (
	errMagic    error = fault.Kind("not an Outflank model")
	errVersion  error = fault.Kind("unknown version of the model file")
	errHeader   error = fault.Kind("damaged header")
	errFeatures error = fault.Kind("unknown features")
	errCount    error = fault.Kind("wrong number of weights")
	errSize     error = fault.Kind("wrong length")
	errChecksum error = fault.Kind("wrong checksum")
	errWeight   error = fault.Kind("weight that is not finite")
)

// header is the JSON part of a model file.
type header struct {
	Features string            `json:"features"`
	View     string            `json:"view,omitempty"` // "" or viewMover
	Params   []float64         `json:"params,omitempty"`
	Weights  int               `json:"weights"`
	Actions  int               `json:"actions"`
	UnitBits *int              `json:"unit_bits,omitempty"` // for a compact file; nil = 6
	Meta     map[string]string `json:"meta"`
}

func (h *header) unitBits() int {
	if h.UnitBits == nil {
		return compactBits
	}
	return *h.UnitBits
}

// WriteModel writes a model. The same model always produces the same bytes. It returns an error if
// [Model.Check] rejects the model, if [New] does not know its features, or if w returns one.
func WriteModel(w io.Writer, m *Model) error {
	data, err := m.encode()
	if err == nil {
		_, err = w.Write(data)
	}
	if err != nil {
		return fmt.Errorf("eval: model: %w", err)
	}
	return nil
}

func (m *Model) encode() ([]byte, error) {
	if err := m.check(); err != nil {
		return nil, err
	}
	data := make([]byte, 0, len(modelMagic)+6+1024+8*(len(m.Weights)+len(m.Actions))+4)
	data, err := m.appendHeader(data, modelVersion, compactBits)
	if err != nil {
		return nil, err
	}
	data = appendFloats(data, m.Weights)
	data = appendFloats(data, m.Actions)
	return binary.LittleEndian.AppendUint32(data, durable.Sum(data)), nil
}

// ReadModel reads one model, which must extend to the end of the input. Errors about the content are bad
// input, see [fault.IsBadInput]. Regardless of the header, ReadModel allocates at most a small multiple of
// the bytes in r, plus the tables of the terms that the header names.
func ReadModel(r io.Reader) (*Model, error) {
	m, err := readModel(r)
	if err != nil {
		return nil, fmt.Errorf("eval: %w", err)
	}
	return m, nil
}

func readModel(r io.Reader) (*Model, error) {
	m := &Model{}
	err := readFile(r, func(r io.Reader, version uint16, f Features, h *header) (err error) {
		m.Features, m.Meta = f, h.Meta
		switch version {
		case modelVersion:
			m.Weights, m.Actions, err = readFloats(r, h)
		case flatVersion:
			m.Weights, err = readFlat(r, f, h.unitBits())
		default:
			s := Stages{Features: f, Bits: h.unitBits()}
			if err = s.readBlocks(r); err == nil {
				m.Weights, err = s.weights()
			}
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	if m.Meta == nil {
		m.Meta = map[string]string{}
	}
	return m, m.check()
}

// readFile reads a file, whose weights body reads.
func readFile(r io.Reader, body func(r io.Reader, version uint16, f Features, h *header) error) error {
	sum := durable.NewSum()
	summed := io.TeeReader(r, sum)
	version, head, err := readHeader(summed)
	if err != nil {
		return err
	}
	f, err := head.build()
	if err != nil {
		return err
	}
	if version != modelVersion && head.Actions != 0 {
		return fmt.Errorf("%w: %d for actions, expected none in a compact file", errCount, head.Actions)
	}
	if err := body(summed, version, f, &head); err != nil {
		return err
	}
	return readEnd(r, sum.Sum32())
}

// readFloats reads the weights of an ordinary file, including action weights.
func readFloats(r io.Reader, head *header) (weights, actions []float64, err error) {
	body, err := readFull(r, 8*(head.Weights+head.Actions), "weights")
	if err != nil {
		return nil, nil, err
	}
	if head.Actions > 0 {
		actions = floats(body[8*head.Weights:])
	}
	return floats(body[:8*head.Weights]), actions, nil
}

// readHeader reads the part before the weights.
func readHeader(r io.Reader) (version uint16, h header, err error) {
	magic, err := readFull(r, len(modelMagic), "magic")
	if !strings.HasPrefix(modelMagic, string(magic)) {
		return 0, h, fmt.Errorf("%w: it begins with %q, expected %q", errMagic, magic, modelMagic)
	}
	if err != nil {
		return 0, h, err
	}
	fixed, err := readFull(r, 6, "fixed part of the header")
	if err != nil {
		return 0, h, err
	}
	version = binary.LittleEndian.Uint16(fixed)
	if version < modelVersion || version > compactVersion {
		return 0, h, fmt.Errorf("%w: byte 8 says %d, expected %d to %d", errVersion, version, modelVersion,
			compactVersion)
	}
	n := binary.LittleEndian.Uint32(fixed[2:])
	if n > maxHeader {
		return 0, h, fmt.Errorf("%w: byte 10 gives it %d bytes, expected at most %d", errHeader, n, maxHeader)
	}
	text, err := readFull(r, int(n), "header")
	if err != nil {
		return 0, h, err
	}
	if err := h.parse(text); err != nil {
		return version, h, err
	}
	return version, h, h.checkUnit(version)
}

// checkUnit returns an error unless the unit is one that WriteCompact can choose.
func (h *header) checkUnit(version uint16) error {
	switch {
	case h.UnitBits == nil:
		return nil
	case version == modelVersion:
		return fmt.Errorf("%w: unit_bits in a file that is not compact", errHeader)
	case *h.UnitBits < -maxUnitBits || *h.UnitBits > maxUnitBits:
		return fmt.Errorf("%w: unit_bits %d, expected %d to %d", errHeader, *h.UnitBits, -maxUnitBits, maxUnitBits)
	}
	return nil
}

// parse decodes the JSON text, which must be a single object with known fields.
func (h *header) parse(text []byte) error {
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(h); err != nil {
		return fmt.Errorf("%w: %w", errHeader, err)
	}
	if _, err := decoder.Token(); err != io.EOF {
		return fmt.Errorf("%w: more than one value", errHeader)
	}
	return nil
}

// build creates the features that the header names and checks its counts.
func (h *header) build() (Features, error) {
	list, err := parse(h.Features, h.Params)
	if err != nil {
		return nil, fmt.Errorf("%w %.80q: %w; a later outflank, or the program that made the model, "+
			"may know them", errFeatures, h.Features, err)
	}
	f, err := h.viewed(list)
	if err != nil {
		return nil, err
	}
	if h.Weights != f.Len() {
		return nil, fmt.Errorf("%w: %d, the features %s have %d", errCount, h.Weights, h.Features, f.Len())
	}
	if h.Actions != 0 && h.Actions != len(Classes) && h.Actions != 64 {
		return nil, fmt.Errorf("%w: %d for actions, expected none, %d or 64", errCount, h.Actions, len(Classes))
	}
	return f, nil
}

// readEnd reads the checksum and checks that nothing follows.
func readEnd(r io.Reader, sum uint32) error {
	tail, err := readFull(r, 4, "checksum")
	if err != nil {
		return err
	}
	switch n, err := io.CopyN(io.Discard, r, 1); {
	case n != 0:
		return fmt.Errorf("%w: bytes after the checksum, expected the end", errSize)
	case err != io.EOF:
		return err
	}
	if said := binary.LittleEndian.Uint32(tail); said != sum {
		return fmt.Errorf("%w: the file says %08x, its content gives %08x", errChecksum, said, sum)
	}
	return nil
}

// readFull reads exactly n bytes; its buffer grows as they arrive. On an error it also returns the bytes read
// so far.
func readFull(r io.Reader, n int, what string) ([]byte, error) {
	data, err := io.ReadAll(io.LimitReader(r, int64(n)))
	if err == nil && len(data) < n {
		err = fmt.Errorf("%w: the file is cut short: %d bytes of the %s, expected %d", errSize, len(data), what, n)
	}
	return data, err
}

func appendFloats(data []byte, values []float64) []byte {
	for _, x := range values {
		data = binary.LittleEndian.AppendUint64(data, math.Float64bits(x))
	}
	return data
}

func floats(data []byte) []float64 {
	values := make([]float64, len(data)/8)
	for i := range values {
		values[i] = math.Float64frombits(binary.LittleEndian.Uint64(data[8*i:]))
	}
	return values
}
