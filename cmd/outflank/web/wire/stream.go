package wire

import (
	"bytes"
	"context"
	"encoding/json"
	"iter"
	"net/http"
	"time"
)

const (
	heartbeat   = 15 * time.Second // between signs of life, for proxies
	writeWithin = 10 * time.Second // a client that takes longer is gone
)

// stream writes the answers of a sequence as server-sent events until it or the client ends.
func stream[A any](w http.ResponseWriter, req *http.Request, seq iter.Seq2[A, error]) {
	ctx, cancel := context.WithCancel(req.Context())
	w.Header().Set("Content-Type", "text/event-stream")
	w.Header().Set("Cache-Control", "no-store")
	w.Header().Set("X-Accel-Buffering", "no")
	events := make(chan []byte)
	done := make(chan struct{})
	go func() {
		defer close(done)
		defer close(events)
		send := func(event []byte) bool {
			select {
			case events <- event:
				return true
			case <-ctx.Done():
				return false
			}
		}
		for a, err := range seq {
			if err != nil {
				send(event("problem", problemOf(err)))
				return
			}
			if !send(event("", a)) {
				return
			}
		}
		send(event("end", None{}))
	}()
	defer func() { cancel(); <-done }()

	beat := time.NewTicker(heartbeat)
	defer beat.Stop()
	out := http.NewResponseController(w)
	write := func(text []byte) bool {
		_ = out.SetWriteDeadline(time.Now().Add(writeWithin)) // a recorder of a test has none
		_, err := w.Write(text)
		return err == nil && out.Flush() == nil
	}
	if !write([]byte(": stream\n\n")) {
		return
	}
	for {
		select {
		case text, more := <-events:
			if !more || !write(text) {
				return
			}
		case <-beat.C:
			if !write([]byte(": alive\n\n")) {
				return
			}
		case <-ctx.Done():
			return
		}
	}
}

// event writes a value as an event; "" is the kind that EventSource calls message.
func event(kind string, v any) []byte {
	var b bytes.Buffer
	if kind != "" {
		b.WriteString("event: " + kind + "\n")
	}
	text, err := json.Marshal(v)
	if err != nil {
		return event("problem", problemOf(err))
	}
	b.WriteString("data: ")
	b.Write(text)
	b.WriteString("\n\n")
	return b.Bytes()
}
