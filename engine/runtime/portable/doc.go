// Package portable computes with floating-point numbers and gives the same bits on every processor.
//
// Go guarantees this for no formula and for few functions of package math:
//
//   - The compiler may round x*y + z once instead of twice, even if the product has a name. It does so on
//     arm64 and with GOAMD64=v3, but not with GOAMD64=v1. An explicit conversion, float64(x*y) + z, prevents
//     it (Go specification, "Floating-point operators").
//   - math.Exp, math.Log and math.Hypot are assembly on some processors. The other functions of that package
//     are formulas that the compiler may round in either way. Only functions with exact or correctly rounded
//     results are the same everywhere, such as math.Sqrt, math.Floor, math.Abs and math.FMA.
//   - Assembly adds up vectors in a different order from a loop. In gonum, the order may even depend on the
//     address of a vector.
//
// Code whose results are stored or choose moves therefore uses this package, and converts products before it
// adds them. Charts and the intervals of experiments are exceptions: they use gonum.
//
// The functions give the same results as a program for amd64 on a processor with FMA, where math.Exp uses
// FMA. The models that ship come from such a program.
package portable
