// Package wire turns functions into the routes of a JSON API, and describes them as OpenAPI:
//
//	route := wire.Get("/api/v1/board", "A position and its legal moves",
//		func(ctx context.Context, q Query) (View, error) { … })
//
// A query is a struct whose fields have the tags query (name), doc, example and enum. It includes the parts
// of the path in braces. A field with the tag cookie is read from that cookie if the query omits it. Bodies
// and answers are JSON, described by the tags json and doc. Errors are answered as application/problem+json
// (RFC 9457): misuse is 400, a missing item 404, bad input 422; see [Fail] for other codes. [Events] answers
// with a stream of server-sent events, which ends when the client disconnects.
package wire
