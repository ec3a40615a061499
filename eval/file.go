package eval

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"math"
)

// A model file is
//
//	8 bytes   "OUTFLANK"
//	2 bytes   version, 1
//	4 bytes   length of the header, at most 1 MiB
//	…         header, JSON: features, params, weights, actions, meta
//	8 n bytes weights, then weights of actions, float64
//	4 bytes   CRC-32C of everything before
//
// with all numbers little-endian. It holds no time, so that the same training
// gives the same bytes.
const (
	modelMagic   = "OUTFLANK"
	modelVersion = 1
	maxHeader    = 1 << 20
)

// The errors that [ReadModel] wraps, in the order in which it looks for them.
var (
	ErrMagic    = errors.New("not an Outflank model")
	ErrVersion  = errors.New("unknown version of the model file")
	ErrHeader   = errors.New("damaged header")
	ErrFeatures = errors.New("unknown features")
	ErrCount    = errors.New("wrong number of weights")
	ErrSize     = errors.New("wrong length")
	ErrChecksum = errors.New("wrong checksum")
	ErrWeight   = errors.New("weight that is not a finite number")
)

// BadInput tells whether err says that a model file is not what it should be, as
// against an error of reading it.
func BadInput(err error) bool {
	for _, kind := range [...]error{ErrMagic, ErrVersion, ErrHeader, ErrFeatures, ErrCount, ErrSize, ErrChecksum, ErrWeight} {
		if errors.Is(err, kind) {
			return true
		}
	}
	return false
}

// header is the JSON part of a model file.
type header struct {
	Features string            `json:"features"`
	Params   []float64         `json:"params,omitempty"`
	Weights  int               `json:"weights"`
	Actions  int               `json:"actions"`
	Meta     map[string]string `json:"meta"`
}

// WriteModel writes the model. The same model always gives the same bytes.
func WriteModel(w io.Writer, m *Model) error {
	if err := m.Check(); err != nil {
		return err
	}
	head, err := json.Marshal(header{m.Features.ID(), m.Features.Params(), len(m.Weights), len(m.Actions), m.Meta})
	if err != nil {
		return fmt.Errorf("eval: model: %w", err)
	}
	if len(head) > maxHeader {
		return fmt.Errorf("eval: model: header of %d bytes, at most %d fit", len(head), maxHeader)
	}
	data := append([]byte(modelMagic), 0, 0, 0, 0, 0, 0)
	binary.LittleEndian.PutUint16(data[8:], modelVersion)
	binary.LittleEndian.PutUint32(data[10:], uint32(len(head)))
	data = append(data, head...)
	for _, block := range [...][]float64{m.Weights, m.Actions} {
		for _, x := range block {
			data = binary.LittleEndian.AppendUint64(data, math.Float64bits(x))
		}
	}
	data = binary.LittleEndian.AppendUint32(data, checksum(data))
	if _, err := w.Write(data); err != nil {
		return fmt.Errorf("eval: model: %w", err)
	}
	return nil
}

// ReadModel reads one model and expects nothing behind it. Its errors wrap one of
// the sentinels above or that of r. It does not allocate more than a model of
// the features named in the header needs.
func ReadModel(r io.Reader) (*Model, error) {
	var sum bytes.Buffer // all that was read, for the checksum
	r = io.TeeReader(r, &sum)
	head, err := readHeader(r)
	if err != nil {
		return nil, fmt.Errorf("eval: model: %w", err)
	}
	m, err := head.model()
	if err != nil {
		return nil, fmt.Errorf("eval: model: %w", err)
	}
	body, err := readFull(r, 8*(len(m.Weights)+len(m.Actions)), "weights")
	if err != nil {
		return nil, fmt.Errorf("eval: model: %w", err)
	}
	want := checksum(sum.Bytes())
	tail, err := readFull(r, 4, "checksum")
	if err != nil {
		return nil, fmt.Errorf("eval: model: %w", err)
	}
	if n, _ := io.CopyN(io.Discard, r, 1); n != 0 {
		return nil, fmt.Errorf("eval: model: %w: bytes after the checksum, expected the end at byte %d", ErrSize, sum.Len()-1)
	}
	if got := binary.LittleEndian.Uint32(tail); got != want {
		return nil, fmt.Errorf("eval: model: %w: the file says %08x, its content gives %08x", ErrChecksum, got, want)
	}
	for i := range m.Weights {
		m.Weights[i] = math.Float64frombits(binary.LittleEndian.Uint64(body[8*i:]))
	}
	for i := range m.Actions {
		m.Actions[i] = math.Float64frombits(binary.LittleEndian.Uint64(body[8*(len(m.Weights)+i):]))
	}
	if err := m.Check(); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrWeight, err)
	}
	return m, nil
}

// readHeader reads up to the weights.
func readHeader(r io.Reader) (header, error) {
	var h header
	fixed, err := readFull(r, 14, "fixed part of the header")
	if err != nil {
		return h, err
	}
	if got := string(fixed[:8]); got != modelMagic {
		return h, fmt.Errorf("%w: it begins with %q, expected %q", ErrMagic, got, modelMagic)
	}
	if v := binary.LittleEndian.Uint16(fixed[8:]); v != modelVersion {
		return h, fmt.Errorf("%w: byte 8 says %d, expected %d", ErrVersion, v, modelVersion)
	}
	n := binary.LittleEndian.Uint32(fixed[10:])
	if n > maxHeader {
		return h, fmt.Errorf("%w: byte 10 gives it %d bytes, expected at most %d", ErrHeader, n, maxHeader)
	}
	text, err := readFull(r, int(n), "header")
	if err != nil {
		return h, err
	}
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(&h); err != nil {
		return h, fmt.Errorf("%w: %w", ErrHeader, err)
	}
	return h, nil
}

// model makes the empty model that the header describes.
func (h header) model() (*Model, error) {
	f, err := New(h.Features, h.Params)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrFeatures, err)
	}
	if h.Weights != f.Len() {
		return nil, fmt.Errorf("%w: %d, the features %s have %d", ErrCount, h.Weights, h.Features, f.Len())
	}
	if h.Actions != 0 && h.Actions != len(Classes) {
		return nil, fmt.Errorf("%w: %d for actions, expected none or %d", ErrCount, h.Actions, len(Classes))
	}
	m := &Model{Features: f, Weights: make([]float64, h.Weights), Meta: h.Meta}
	if h.Actions > 0 {
		m.Actions = make([]float64, h.Actions)
	}
	if m.Meta == nil {
		m.Meta = map[string]string{}
	}
	return m, nil
}

// readFull reads exactly n bytes, growing as they arrive.
func readFull(r io.Reader, n int, what string) ([]byte, error) {
	data, err := io.ReadAll(io.LimitReader(r, int64(n)))
	if err != nil {
		return nil, err
	}
	if len(data) < n {
		return nil, fmt.Errorf("%w: the %s ends after %d bytes, expected %d", ErrSize, what, len(data), n)
	}
	return data, nil
}

func checksum(data []byte) uint32 {
	return crc32.Checksum(data, crc32.MakeTable(crc32.Castagnoli))
}
