package download_test

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"

	"github.com/outflank/outflank/dataset/download"
	"github.com/outflank/outflank/wthor"
)

// A mirror that has the names of players and nothing else.
func ExampleConfig_Fetch() {
	mirror := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != "/wthor/WTHOR.JOU" {
			http.NotFound(w, r)
			return
		}
		labels := []string{"???", "Tamenori Hideshi"}
		_ = wthor.WritePlayers(w, wthor.Names{Header: wthor.Header{N2: 2}, Labels: labels})
	}))
	defer mirror.Close()
	dir, err := os.MkdirTemp("", "wthor")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.RemoveAll(dir)

	cfg := download.Default
	cfg.Base = mirror.URL + "/wthor"
	for range 2 {
		for p, err := range cfg.Fetch(context.Background(), dir, []string{"WTHOR.JOU"}) {
			if err != nil {
				fmt.Println(err)
				return
			}
			if p.State.Final() {
				fmt.Println(p.Name, p.State)
			}
		}
	}
	// Output:
	// WTHOR.JOU new
	// WTHOR.JOU unchanged
}
