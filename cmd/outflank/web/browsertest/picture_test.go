package browsertest

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/chromedp/chromedp"
)

// picture writes a picture of the whole page into the folder $OUTFLANK_SCREENSHOTS, if there is one, to be looked at.
func (p *tab) picture(name string) {
	p.t.Helper()
	dir := os.Getenv("OUTFLANK_SCREENSHOTS")
	if dir == "" {
		return
	}
	shot, err := chromedp.Run(p.ctx, chromedp.FullScreenshot(100))
	if err == nil {
		err = os.MkdirAll(dir, 0o777)
	}
	if err == nil {
		err = os.WriteFile(filepath.Join(dir, name+".png"), shot, 0o666)
	}
	if err != nil {
		p.t.Error(err)
	}
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
