package wire

import "context"

// clientKey is the key of the client in a context.
type clientKey struct{}

// WithClient returns a context of requests by a client, by whatever name these are counted.
func WithClient(ctx context.Context, name string) context.Context {
	return context.WithValue(ctx, clientKey{}, name)
}

// Client returns the client that a request comes from, "" = unknown.
func Client(ctx context.Context) string {
	name, _ := ctx.Value(clientKey{}).(string)
	return name
}
