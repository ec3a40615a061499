// Package fair divides processor time and places among clients.
//
// A [Pool] has a fixed number of places for threads that search. A search gives its place up after a time
// slice, and the place goes to the client that has used the least time. So all clients get equal shares,
// however long their searches are, and so do the searches of a client.
//
// A [Queue] bounds what runs concurrently, such as computations that need much memory. Clients take turns:
// the second computation of a client comes after the first ones of others.
package fair
