package chart

const Intervals = "with 95 % intervals"

var Half = []float64{0.5}
