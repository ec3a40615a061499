package browsertest

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/chromedp/chromedp"
)

// atWidths calls a function at the widths of screens, tablets and phones.
func (p *tab) atWidths(do func(width int64)) {
	p.t.Helper()
	for _, width := range []int64{1440, 768, 360} {
		p.size(width, width*5/8+400)
		do(width)
	}
}

// pictures writes pictures of the whole page at several widths, which name has a place for, into the
// folder $OUTFLANK_SCREENSHOTS, if there is one, to be looked at.
func (p *tab) pictures(name string) {
	p.t.Helper()
	dir := os.Getenv("OUTFLANK_SCREENSHOTS")
	if dir == "" {
		return
	}
	if err := os.MkdirAll(dir, 0o777); err != nil {
		p.t.Fatal(err)
	}
	p.atWidths(func(width int64) {
		shot, err := chromedp.Run(p.ctx, chromedp.FullScreenshot(100))
		if err == nil {
			err = os.WriteFile(filepath.Join(dir, fmt.Sprintf(name, width)+".png"), shot, 0o666)
		}
		if err != nil {
			p.t.Error(err)
		}
	})
}

// BenchmarkFirstPage measures the time until the first page can be used, by a browser that has nothing of it.
func BenchmarkFirstPage(b *testing.B) {
	base := serving(b)
	all := 0.0
	for b.Loop() {
		p := open(b, base, "")
		p.visit("/")
		p.wait(`!document.querySelector("#new").hidden && document.querySelector("othello-board").view`)
		all += eval[float64](p, `performance.now()`)
	}
	b.ReportMetric(all/float64(b.N), "ms/page")
}
