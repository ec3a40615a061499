// Package portable computes with floating-point numbers and gives the same bits on every processor.
//
// Go promises that for no formula and for few functions of package math:
//
//   - The compiler may round x*y + z once instead of twice. It does on arm64 and with GOAMD64=v3, and not
//     with GOAMD64=v1, also where the product has a name. An explicit conversion, float64(x*y) + z,
//     forbids it (Go specification, "Floating-point operators").
//   - math.Exp, math.Log and math.Hypot are assembly on some processors, and the other functions of that
//     package are formulas that the compiler rounds as it likes. Only those whose result is exact or
//     correctly rounded are the same everywhere, such as math.Sqrt, math.Floor, math.Abs and math.FMA.
//   - Assembly adds up vectors in another order than a loop does, as in gonum, where the order may even
//     depend on the address of a vector.
//
// Code whose results are stored or choose moves therefore uses this package, and converts products before it
// adds them. Charts and the intervals of experiments are exceptions: they use gonum.
//
// The functions give the results of a program for amd64 on a processor with FMA, where math.Exp uses FMA. The
// models that ship come from such a program.
package portable
