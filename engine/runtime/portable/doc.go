// Package portable implements floating-point functions that return the same bits on every processor.
//
// Go does not guarantee this for expressions, and only for a few functions of package math:
//
//   - The compiler may round x*y + z once instead of twice, even if the product is assigned to a variable. It
//     does so on arm64 and with GOAMD64=v3, but not with GOAMD64=v1. An explicit conversion, float64(x*y) +
//     z, prevents this (Go specification, "Floating-point operators").
//   - math.Exp, math.Log and math.Hypot are assembly on some processors. Other functions of that package
//     contain expressions that the compiler may round in either way. Only functions with exact or correctly
//     rounded results are the same everywhere, such as math.Sqrt, math.Floor, math.Abs and math.FMA.
//   - Assembly, as in gonum, sums vectors in a different order than a loop. The order may even depend on the
//     address of a vector.
//
// Code whose results are stored or affect moves therefore uses this package, and converts products before
// it adds them. Charts and the intervals of experiments are exceptions and use gonum.
//
// The functions return the same results as a program for amd64 on a processor with FMA, where math.Exp
// uses FMA. The shipped models were trained on such a processor.
package portable
