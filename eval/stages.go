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
	for range (mostStages(stagedTerms(s.Features)) + BlockStages - 1) / BlockStages {
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
	weights, terms := make([]float64, s.Features.Len()), stagedTerms(s.Features)
	unit := math.Ldexp(1, -s.Bits)
	for block := range s.blocks {
		u := s.Unpack(block)
		for u.stage < min((block+1)*BlockStages, mostStages(terms)) {
			stage, parts, err := u.Next()
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
	terms    []Term
	stage    int // the next one
	left     *bytes.Reader
	unpacked io.Reader
	planes   []byte
	parts    [][]int16 // by term: the weights of the last stage
}

// Unpack returns an Unpacker of a block of stages: block n begins with stage n * [BlockStages].
func (s *Stages) Unpack(block int) *Unpacker {
	left := bytes.NewReader(s.blocks[block])
	u := &Unpacker{terms: stagedTerms(s.Features), stage: block * BlockStages, left: left,
		unpacked: flate.NewReader(left)}
	for _, t := range u.terms {
		u.parts = append(u.parts, make([]int16, t.Len))
	}
	return u
}

// Next returns the next stage, from 0, and its weights by term, in units of 2^-Bits. Terms with fewer stages
// have no meaning there. The slices are valid until the next call. It must not be called after the last stage
// of the block.
func (u *Unpacker) Next() (stage int, parts [][]int16, err error) {
	n := 0
	for _, t := range u.terms {
		if u.stage < t.Stages {
			n += t.Len
		}
	}
	u.planes = slices.Grow(u.planes[:0], 2*n)[:2*n]
	if _, err := io.ReadFull(u.unpacked, u.planes); err != nil {
		return 0, nil, errUnpack
	}
	low, high := u.planes[:n], u.planes[n:]
	for i, t := range u.terms {
		if u.stage < t.Stages {
			addFolded(u.parts[i], low[:t.Len], high[:t.Len])
			low, high = low[t.Len:], high[t.Len:]
		}
	}
	u.stage++
	return u.stage - 1, u.parts, nil
}

// addFolded adds numbers with folded signs, given by their bytes.
func addFolded(parts []int16, low, high []byte) {
	low, high = low[:len(parts)], high[:len(parts)]
	for k := range parts {
		folded := uint16(low[k]) | uint16(high[k])<<8
		parts[k] += int16(folded>>1) ^ -int16(folded&1)
	}
}

// stagedTerms returns the terms of features, of which others than those of [New] have one.
func stagedTerms(f Features) []Term {
	if terms := Terms(f); terms != nil {
		return terms
	}
	return []Term{{Len: f.Len(), Stages: 1}}
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
