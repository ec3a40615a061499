package guard

import (
	"context"
	"crypto/tls"
	"net"
	"net/http"
	"time"
)

const (
	headerTime   = 10 * time.Second // to read the header of a request
	requestTime  = 30 * time.Second // to read a request, and to write an answer other than a stream
	idleTime     = 2 * time.Minute  // between two requests
	headerBytes  = 64 << 10
	allConns     = 1024
	connsPerPeer = 128
	shutdownTime = 5 * time.Second
)

// Serve serves h on a listener until ctx ends. Then it ends all streams, waits briefly for answers in
// progress, and returns nil. encrypt is nil for connections that are not encrypted.
func Serve(ctx context.Context, l net.Listener, encrypt *tls.Config, h http.Handler) error {
	base, end := context.WithCancel(context.WithoutCancel(ctx))
	defer end()
	conns := &connections{all: allConns, perClient: connsPerPeer}
	s := &http.Server{
		Handler: h, ReadHeaderTimeout: headerTime, ReadTimeout: requestTime, WriteTimeout: requestTime,
		IdleTimeout: idleTime, MaxHeaderBytes: headerBytes, ConnState: conns.changed,
		BaseContext: func(net.Listener) context.Context { return base },
	}
	if encrypt != nil {
		l = tls.NewListener(l, encrypt) // without HTTP/2, in which a connection has many requests beyond the limits
	}
	failed := make(chan error, 1)
	go func() { failed <- s.Serve(l) }()
	select {
	case err := <-failed:
		return err
	case <-ctx.Done():
	}
	end() // ends the streams, for which Shutdown would wait
	within, cancel := context.WithTimeout(context.WithoutCancel(ctx), shutdownTime)
	defer cancel()
	if s.Shutdown(within) != nil {
		return s.Close()
	}
	return nil
}
