// Package portable computes with floating-point numbers and gives the same bits on every processor.
//
// Go does not promise this for formulas, and for only few functions of package math:
//
//   - The compiler may round x*y + z once instead of twice. It does so on arm64 and with GOAMD64=v3, but not
//     with GOAMD64=v1, even if the product has a name. An explicit conversion, float64(x*y) + z, forbids it
//     (Go specification, "Floating-point operators").
//   - math.Exp, math.Log and math.Hypot are assembly on some processors. The other functions of that package
//     are formulas that the compiler may round in either way. Only functions with exact or correctly rounded
//     results are the same everywhere, such as math.Sqrt, math.Floor, math.Abs and math.FMA.
//   - Assembly, as in gonum, adds up vectors in another order than a loop does. The order may even depend on
//     the address of a vector.
//
// Code whose results are stored or choose moves therefore uses this package, and converts products before it
// adds them. Charts and the intervals of experiments are exceptions and use gonum.
//
// The functions give the results of a program for amd64 on a processor with FMA, where math.Exp uses FMA.
// Such a program made the shipped models.
package portable
