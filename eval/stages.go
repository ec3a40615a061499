package eval

import (
	"bytes"
	"compress/flate"
	"io"
	"math"
	"slices"
)

// BlockStages is the number of stages that are unpacked in order, as differences.
const BlockStages = 16

// Stages is a compact model file whose weights are unpacked as far as they are needed. It is immutable.
type Stages struct {
	Features Features
	Meta     map[string]string
	Bits     int // weights are in units of 2^-Bits

	blocks [][]byte
}

// ReadStages reads a file by [WriteCompact], without unpacking the weights. Its errors are those of
// [ReadModel]; files of other versions are errors too.
func ReadStages(r io.Reader) (*Stages, error) {
	s := &Stages{}
	return s, readFile(r, func(r io.Reader, version uint16, f Features, h *header) error {
		if version != compactVersion {
			return errVersion
		}
		s.Features, s.Meta, s.Bits = f, h.Meta, h.unitBits()
		return s.readBlocks(r)
	})
}

func (s *Stages) readBlocks(r io.Reader) error {
	size := int64(0)
	for range (mostStages(Terms(s.Features)) + BlockStages - 1) / BlockStages {
		block, err := readBlock(r)
		if err != nil {
			return err
		}
		s.blocks, size = append(s.blocks, block), size+int64(len(block))
	}
	if !mayFill(size, s.Features) {
		return errUnpack
	}
	return nil
}

// weights unpacks all weights.
func (s *Stages) weights() ([]float64, error) {
	weights, terms := make([]float64, s.Features.Len()), Terms(s.Features)
	unit := math.Ldexp(1, -s.Bits)
	for block := range s.blocks {
		u := s.Unpack(block)
		for u.Stage < min((block+1)*BlockStages, mostStages(terms)) {
			stage := u.Stage
			parts, err := u.Next()
			if err != nil {
				return nil, err
			}
			for i, t := range terms {
				to := t.at(stage, weights)
				for k := range to {
					to[k] = float64(parts[i][k]) * unit // exact, because unit is a power of two
				}
			}
		}
		if !atEnd(u.unpacked, u.left) {
			return nil, errUnpack
		}
	}
	return weights, nil
}

// An Unpacker unpacks stages one after another. It is not safe for concurrent use.
type Unpacker struct {
	Stage    int // the stage that Next unpacks, from 0
	terms    []Term
	left     *bytes.Reader
	unpacked io.Reader
	planes   []byte
	parts    [][]int16 // by term: the weights of the last stage
}

// Unpack returns an Unpacker of a block of stages: block n begins with stage n * [BlockStages].
func (s *Stages) Unpack(block int) *Unpacker {
	left := bytes.NewReader(s.blocks[block])
	u := &Unpacker{terms: Terms(s.Features), Stage: block * BlockStages, left: left,
		unpacked: flate.NewReader(left)}
	for _, t := range u.terms {
		u.parts = append(u.parts, make([]int16, t.Len))
	}
	return u
}

// Next returns the weights of the next stage by term, in units of 2^-Bits. Terms with fewer stages have no
// meaning there. The slices are valid until the next call. It must not be called after the end of the block.
func (u *Unpacker) Next() ([][]int16, error) {
	n := 0
	for _, t := range u.terms {
		if u.Stage < t.Stages {
			n += t.Len
		}
	}
	u.planes = slices.Grow(u.planes[:0], 2*n)[:2*n]
	if _, err := io.ReadFull(u.unpacked, u.planes); err != nil {
		return nil, errUnpack
	}
	low, high := u.planes[:n], u.planes[n:]
	for i, t := range u.terms {
		if u.Stage < t.Stages {
			addFolded(u.parts[i], low[:t.Len], high[:t.Len])
			low, high = low[t.Len:], high[t.Len:]
		}
	}
	u.Stage++
	return u.parts, nil
}

// addFolded adds numbers with folded signs, given by their bytes.
func addFolded(parts []int16, low, high []byte) {
	low, high = low[:len(parts)], high[:len(parts)]
	for k := range parts {
		folded := uint16(low[k]) | uint16(high[k])<<8
		parts[k] += int16(folded>>1) ^ -int16(folded&1)
	}
}

// at returns the weights of a term in a stage, none if it has fewer.
func (t *Term) at(stage int, weights []float64) []float64 {
	if stage >= t.Stages {
		return nil
	}
	return weights[t.Offset+stage*t.Len:][:t.Len]
}

func mostStages(terms []Term) (most int) {
	for _, t := range terms {
		most = max(most, t.Stages)
	}
	return most
}
