package browsertest

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/chromedp/chromedp"
)

// TestScreenshots writes pictures of every page at the widths of phones, tablets and screens, light and dark,
// into the folder $OUTFLANK_SCREENSHOTS, to be looked at.
func TestScreenshots(t *testing.T) {
	dir := os.Getenv("OUTFLANK_SCREENSHOTS")
	if dir == "" {
		t.Skip("OUTFLANK_SCREENSHOTS names no folder")
	}
	if err := os.MkdirAll(dir, 0o777); err != nil {
		t.Fatal(err)
	}
	base := serving(t)
	for _, page := range pages {
		p := open(t, base, page.path)
		p.expected = page.says
		p.media("prefers-reduced-motion", "reduce")
		p.wait(page.ready)
		for _, width := range []int64{360, 768, 1440} {
			p.size(width, width*5/8+400)
			for _, theme := range []string{"light", "dark"} {
				p.theme(theme)
				shot, err := chromedp.Run(p.ctx, chromedp.FullScreenshot(100))
				if err != nil {
					t.Fatal(err)
				}
				if err := os.WriteFile(filepath.Join(dir, fmt.Sprintf("%s-%d-%s.png", page.name, width, theme)), shot, 0o666); err != nil {
					t.Fatal(err)
				}
			}
		}
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
