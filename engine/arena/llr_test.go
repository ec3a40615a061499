package arena

import "testing"

// Law: a curve of any length has evenly spaced points, from the first on, and the last one.
func TestCurve(t *testing.T) {
	c := curve{every: 1}
	if c.all() != nil {
		t.Error("an empty curve has points")
	}
	for n := 1; n <= 5*maxCurve; n++ {
		c.add(LLR{n, float64(-n)})
		if n%97 != 0 && n != maxCurve && n != maxCurve+1 {
			continue
		}
		list := c.all()
		if len(list) > maxCurve+1 || n <= maxCurve && len(list) != n {
			t.Fatalf("%d points of %d", len(list), n)
		}
		for i, p := range list {
			want := (i + 1) * c.every
			if i == len(list)-1 {
				want = n
			}
			if p.Pairs != want || p.LLR != float64(-want) {
				t.Fatalf("point %d of %d is %+v, want %d", i, n, p, want)
			}
		}
	}
}
