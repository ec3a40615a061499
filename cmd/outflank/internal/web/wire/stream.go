package wire

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"iter"
	"net/http"
	"runtime/debug"
	"sync"
	"time"
)

const (
	heartbeat   = 15 * time.Second // interval of keep-alive comments, for proxies
	writeWithin = 10 * time.Second // time limit for a write, after which the client counts as gone
)

// A sender writes events to a client. It is safe for concurrent use.
type sender struct {
	mu   sync.Mutex
	w    http.ResponseWriter
	out  *http.ResponseController
	gone func() // called when a write fails
}

// write sends text to the client, and reports whether it succeeded.
func (s *sender) write(text []byte) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	_ = s.out.SetWriteDeadline(time.Now().Add(writeWithin)) // the recorders of tests do not support it
	_, err := s.w.Write(text)
	if err == nil {
		err = s.out.Flush()
	}
	if err != nil {
		s.gone()
	}
	return err == nil
}

// beat sends keep-alive comments until ctx ends.
func (s *sender) beat(ctx context.Context) {
	t := time.NewTicker(heartbeat)
	defer t.Stop()
	for {
		select {
		case <-t.C:
			s.write([]byte(": alive\n\n"))
		case <-ctx.Done():
			return
		}
	}
}

// stream writes the values of a sequence as server-sent events until it ends or the client disconnects. It
// calls end when it is done.
func stream[A any](w http.ResponseWriter, req *http.Request, end context.CancelFunc,
	seq iter.Seq2[A, error]) {
	w.Header().Set("Content-Type", "text/event-stream")
	w.Header().Set("Cache-Control", "no-store")
	w.Header().Set("X-Accel-Buffering", "no")
	s := &sender{w: w, out: http.NewResponseController(w), gone: end}
	var beats sync.WaitGroup
	beats.Go(func() { s.beat(req.Context()) })
	defer func() { end(); beats.Wait() }()
	problem := func(err error) {
		text, _ := json.Marshal(Describes(req, err)) // a Problem is always valid JSON
		s.write(event("problem", text))
	}
	defer func() {
		// Without a final event, the browser would reconnect again and again.
		if cause := recover(); cause != nil {
			problem(fmt.Errorf("panic: %v\n%s", cause, debug.Stack()))
		}
	}()
	if !s.write([]byte(": stream\n\n")) {
		return
	}
	for a, err := range seq {
		var text []byte
		if err == nil {
			text, err = json.Marshal(a)
		}
		if err != nil {
			if req.Context().Err() == nil {
				problem(err)
			}
			return
		}
		if !s.write(event("", text)) {
			return
		}
	}
	if req.Context().Err() == nil {
		s.write(event("end", []byte("{}")))
	}
}

// event returns an event with one line of data. The kind "" is a message event of EventSource.
func event(kind string, data []byte) []byte {
	var b bytes.Buffer
	if kind != "" {
		b.WriteString("event: " + kind + "\n")
	}
	b.WriteString("data: ")
	b.Write(data)
	b.WriteString("\n\n")
	return b.Bytes()
}
