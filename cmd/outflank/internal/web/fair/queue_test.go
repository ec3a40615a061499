package fair

import (
	"context"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"go.uber.org/goleak"

	"github.com/outflank/outflank/cmd/outflank/internal/web/wire"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// join returns a ticket for each name, whose first letter is the client.
func join(t *testing.T, q *Queue, names string) (tickets map[string]*Ticket) {
	t.Helper()
	tickets = map[string]*Ticket{}
	for name := range strings.FieldsSeq(names) {
		ticket, err := q.Join(name[:1])
		if err != nil {
			t.Fatal(name, err)
		}
		tickets[name] = ticket
	}
	return tickets
}

// TestQueueTurns: the first computation of a client comes before the second ones of others, also where the client
// comes late; one that left is not waited for.
func TestQueueTurns(t *testing.T) {
	q := &Queue{Places: 1}
	tickets := join(t, q, "a1 a2 a3 b1 b2 c1 d1")
	tickets["d1"].Leave()
	for i, want := range strings.Fields("a1 b1 c1 a2 b2 e1 a3") {
		if i == 3 {
			for name, ticket := range join(t, q, "e1") {
				tickets[name] = ticket
			}
		}
		for name, ticket := range tickets {
			if has := ticket.Ahead() == 0; has != (name == want) && name != "d1" {
				t.Fatalf("%s should have the place, but %s: %v", want, name, has)
			}
		}
		tickets[want].Leave()
		delete(tickets, want)
	}
	if len(q.tickets) != 0 {
		t.Errorf("%d tickets are left", len(q.tickets))
	}
}

// TestQueueAhead: each ticket knows how many come before it.
func TestQueueAhead(t *testing.T) {
	q := &Queue{Places: 2}
	tickets := join(t, q, "a1 b1 a2 c1 a3")
	for name, want := range map[string]int{"a1": 0, "b1": 0, "c1": 2, "a2": 3, "a3": 4} {
		if got := tickets[name].Ahead(); got != want {
			t.Errorf("%d are ahead of %s, want %d", got, name, want)
		}
	}
}

// TestQueueFull: beyond its bound a queue refuses, and of half of it any single client; all places but a quarter
// may be of one client.
func TestQueueFull(t *testing.T) {
	q := &Queue{Places: 4, Most: 10, What: "cakes"}
	tickets := join(t, q, "a1 a2 a3 a4 a5")
	if tickets["a3"].Ahead() != 0 || tickets["a4"].Ahead() == 0 {
		t.Errorf("a client has other than three of four places")
	}
	if _, err := q.Join("a"); wire.StatusOf(err) != http.StatusTooManyRequests {
		t.Errorf("%v", err)
	}
	if join(t, q, "b1 b2 b3 b4 b5")["b1"].Ahead() != 0 {
		t.Error("another client has to wait")
	}
	if _, err := q.Join("c"); wire.StatusOf(err) != http.StatusServiceUnavailable || wire.AskAgain(err) != askAgain ||
		!strings.Contains(err.Error(), "cakes") {
		t.Errorf("%v", err)
	}
}

// TestQueueWait: a ticket waits until it has a place, or its context ends.
func TestQueueWait(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		q := &Queue{Places: 1}
		tickets := join(t, q, "a1 b1 c1")
		gone, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		if tickets["b1"].Wait(gone) {
			t.Error("it has a place that another has")
		}
		go func() { time.Sleep(time.Second); tickets["a1"].Leave() }()
		if !tickets["c1"].Wait(t.Context()) || len(q.tickets) != 1 {
			t.Errorf("%d tickets", len(q.tickets))
		}
	})
}
