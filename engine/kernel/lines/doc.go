// Package lines implements the board of the CS181 report (section Optimization) and the 8×8 matrix that the
// report compares it with. They serve a speed experiment, and tests compare them with the rules of package
// engine. To play, use package kernel.
//
// [PlainRules] works on a [Matrix], square by square, and also evaluates it square by square. [PairRules]
// works on a [Pair] of 64-bit words ("State Aggregation"). Its [Options] are the steps of "Calculating
// Successors", each of which can be turned on separately:
//
//   - pre-judging: a square is tried only if it is empty and a mask of its neighbours shows an opponent's
//     disc
//   - status update: each of the four lines through a square is a pair of 8-bit numbers, and a precomputed
//     table gives the pair after the move
//   - feature extraction: a mask cuts a line out of a word and a hash table turns it into 8
//     bits, and back
//
// [Rules.Cached] adds the dictionary of successors ("Cache") to either. Both boards find the same successors
// in the same order and exactly the same values, so games played on them differ only in time.
//
//	rules := lines.PairRules(lines.All).Cached(lines.CacheStates)
//	for _, s := range rules.Successors(rules.Of(mine, theirs)) {
//		fmt.Println(s.Move, rules.Value(s.Next, &weights))
//	}
package lines
