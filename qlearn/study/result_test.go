package study

import (
	"strings"
	"testing"
)

// Tables say of how many seeds a number is: for people their count, for programs each one.
func TestTablesHaveSeeds(t *testing.T) {
	seeded := row3("learnt", unitShare, 0.25, 0.5, 0.75)
	seeded.Seeds = []float64{0.5, 0.25, 0.75}
	r := Result{Rows: Rows{seeded, row3("plain", unitShare, 0.25, 0.5, 0.75)}}
	var text, csv strings.Builder
	if err := r.writeMarkdown(&text); err != nil {
		t.Fatal(err)
	}
	if err := r.writeCSV(&csv); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(text.String(), "\n| learnt | – | 50.0 % | 25.0 % to 75.0 % | 10, 3 seeds |  |\n| "+
		"plain | – | 50.0 % | 25.0 % to 75.0 % | 10 |  |\n") {
		t.Error(text.String())
	}
	if want := "label,unit,paper,ours,low,high,games,seeds\nlearnt,share,,0.5,0.25,0.75,10,0.5 0.25 " +
		"0.75\nplain,share,,0.5,0.25,0.75,10,\n"; csv.String() != want {
		t.Errorf("%q, want %q", csv.String(), want)
	}
}

// Markdown says of what is not settled what would make it hold; HTML of every claim.
func TestDocumentSaysWhatDecides(t *testing.T) {
	r := Result{Claims: []Judged{
		{Says: "open", Verdict: verdictOpen, Because: "why", Curve: []Point{{Verdict: verdictOpen}}, Holds: "p", Refuted: "q", Trials: 2},
		{Says: "settled", Verdict: verdictHolds, Because: "why", Curve: []Point{{Verdict: verdictHolds}}, Holds: "r", Refuted: "s"},
	}}
	d := &Document{Parts: []Part{{Summary: "What became of it.", Results: []Result{r}}}}
	var text, page strings.Builder
	if err := d.writeMarkdown(&text); err != nil {
		t.Fatal(err)
	}
	tmpl, err := d.page("")
	if err != nil {
		t.Fatal(err)
	}
	if err := tmpl.Execute(&page, d); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"| open | **inconclusive** | ○ | why; about 2.0 times as many trials would be needed to settle it |\n" +
			"| settled | **holds** | ● | why |\n",
		"\n\nWhat became of it.\n\n",
	} {
		if !strings.Contains(text.String(), want) {
			t.Errorf("no %q in %s", want, text.String())
		}
	}
	for _, want := range []string{"why; about 2.0 times as many trials", "Holds if p; refuted if q.</details>",
		"Holds if r; refuted if s.</details>", "<p>What became of it.</p>"} {
		if !strings.Contains(page.String(), want) {
			t.Errorf("no %q in %s", want, page.String())
		}
	}
}
