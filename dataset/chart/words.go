package chart

// Intervals is the subtitle of charts with intervals.
const Intervals = "with 95 % intervals"

// Half marks half the points.
var Half = []float64{0.5}
