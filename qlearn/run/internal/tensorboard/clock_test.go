package tensorboard

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// TestLostTimes: of a file that is lost times are made up, and one that is cut keeps what it has.
func TestLostTimes(t *testing.T) {
	c := NewClock(func() time.Time { return time.Unix(50, 0) })
	c.at = map[int]float64{10: 20, 30: 40}
	for games, want := range map[int]float64{0: 20, 10: 20, 20: 40, 30: 40, 99: 50} {
		if got := c.Of(games); got != want {
			t.Errorf("after %d games: %v, want %v", games, got, want)
		}
	}
	path := filepath.Join(t.TempDir(), "events")
	var file bytes.Buffer
	e := NewWriter(&file, 5)
	e.Scalars(10, 6)
	e.Scalars(20, 7)
	if err := os.WriteFile(path, file.Bytes()[:file.Len()-1], 0o666); err != nil {
		t.Fatal(err)
	}
	if c.Resume(path); !cmp.Equal(c.at, map[int]float64{0: 5, 10: 6}) {
		t.Errorf("times of a cut file: %v", c.at)
	}
	c = NewClock(c.now)
	c.Resume(path + ".lost")
	if got := c.Of(3); got != 50 {
		t.Errorf("without a file: %v", got)
	}
}
