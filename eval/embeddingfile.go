package eval

import (
	"encoding/binary"
	"fmt"
	"io"
)

// The block of an embedding in a model file is
//
//	4 bytes  length of the rest
//	…        DEFLATE of the vectors, by phase, k and entry, then the biases and the outputs
type embeddingHeader struct {
	Features string `json:"features"`
	Size     int    `json:"size"`
	Phases   []int  `json:"phases"`
}

// append appends the block of an embedding, or nothing for nil.
func (e *Embedding) append(data []byte) ([]byte, error) {
	if e == nil {
		return data, nil
	}
	entries := e.Features.Len()
	raw := make([]byte, len(e.Vectors), len(e.Vectors)+4*len(e.Bias))
	for i, x := range e.Vectors {
		phase, entry, k := i/(entries*e.Size), i/e.Size%entries, i%e.Size
		raw[(phase*e.Size+k)*entries+entry] = byte(x)
	}
	for _, list := range [][]int16{e.Bias, e.Out} {
		for _, x := range list {
			raw = binary.LittleEndian.AppendUint16(raw, uint16(x))
		}
	}
	body, err := deflate(raw)
	if err != nil {
		return nil, err
	}
	return append(binary.LittleEndian.AppendUint32(data, uint32(len(body))), body...), nil
}

// read reads the block of an embedding.
func (h *embeddingHeader) read(r io.Reader) (*Embedding, error) {
	f, err := parse(h.Features, nil)
	if err != nil {
		return nil, fmt.Errorf("%w %.80q of the embedding: %w", errFeatures, h.Features, err)
	}
	e := &Embedding{Features: f, Size: h.Size, Phases: h.Phases}
	if err := e.checkShape(); err != nil {
		return nil, err
	}
	entries := f.Len()
	raw, err := readDeflated(r, len(e.Phases)*entries*e.Size+2*2*65*e.Size, "embedding")
	if err != nil {
		return nil, err
	}
	e.Vectors = make([]int8, len(e.Phases)*entries*e.Size)
	for i := range e.Vectors {
		phase, entry, k := i/(entries*e.Size), i/e.Size%entries, i%e.Size
		e.Vectors[i] = int8(raw[(phase*e.Size+k)*entries+entry])
	}
	raw = raw[len(e.Vectors):]
	for _, list := range []*[]int16{&e.Bias, &e.Out} {
		for range 65 * e.Size {
			*list = append(*list, int16(binary.LittleEndian.Uint16(raw)))
			raw = raw[2:]
		}
	}
	return e, nil
}
