// Package wire turns functions into the routes of a JSON API, and describes them as OpenAPI 3.1:
//
//	route := wire.Get("/api/v1/board", "A position and its legal moves",
//		func(ctx context.Context, q Query) (View, error) { … })
//
// A query is a struct whose fields have the tags query (name) and, as in package huma, doc, example, enum,
// minimum and maximum. It includes the parts of the path in braces. A value that the tags do not allow is
// refused. A field with the tag cookie is read from that cookie if the query omits it. Bodies and answers are
// JSON, described by the tags json and doc. Errors are answered as application/problem+json (RFC 9457):
// misuse is 400, a missing item 404, bad input 422; see [Fail] for other codes. [Events] answers with a
// stream of server-sent events, which ends when the client disconnects.
//
// Package huma describes types and checks values. Its own handlers are not used: they take invalid escapes as
// empty values, cannot read a parameter from a cookie or a pointer, and answer 200 before they know that JSON
// can express the answer; its streams have no keep-alive comments.
package wire
