// Package wire turns functions into the routes of a JSON API, and describes them as OpenAPI:
//
//	route := wire.Get("/api/v1/board", "A position and its legal moves",
//		func(ctx context.Context, q Query) (View, error) { … })
//
// A query is a struct whose fields have the tags query (name), doc, example and enum;
// what a path has in braces is part of it. Bodies and answers are JSON with the tags of
// encoding/json and doc. Errors are answered as application/problem+json (RFC 9457): misuse 400,
// what does not exist 404, bad input 422, see [Fail] for other codes. [Events] answers with a
// stream of server-sent events that ends with its client.
package wire
