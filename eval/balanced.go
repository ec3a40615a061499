package eval

// balancedPrefix before a pattern's name makes the pattern balanced.
const balancedPrefix = "balanced-"

// balance returns the balanced term of a pattern. In it, contents and the same contents with the sides
// exchanged share an entry with opposite signs, so that φ(b) = −φ(b passed). Contents have no entry if
// exchanging the sides produces their own mirror image, because they favour neither side.
func balance(name string, p *pattern) term {
	even := &pattern{images: p.images, readers: p.readers, bits: p.bits, fold: make([]int32, len(p.fold)),
		sign: make([]int8, len(p.fold))}
	entry := make([]int32, len(p.fold)) // entry + 1, by the lower class of a pair
	var least []int32
	for c, class := range p.fold {
		other := p.fold[exchanged(c)]
		if class == other {
			continue
		}
		low := min(class, other)
		if entry[low] == 0 {
			least = append(least, int32(c))
			entry[low] = int32(len(least))
		}
		even.fold[c], even.sign[c] = entry[low]-1, 1
		if class > other {
			even.sign[c] = -1
		}
	}
	return even.term(name, least)
}

// exchanged returns contents with the sides exchanged.
func exchanged(contents int) int {
	swapped := 0
	for place := 1; contents > 0; place *= 3 {
		swapped += (3 - contents%3) % 3 * place
		contents /= 3
	}
	return swapped
}
