package fleet

import "strings"

// Each connection has an identity. A worker can write answers only under its identity, and can read only the
// replies to its requests. It can therefore neither answer for another worker nor read its jobs. With a key,
// the identity is derived from the public key, and the connection proves that it owns the key. With a token,
// the identity is derived from a random name that only the server sees, so it is new for each connection.

// An identity is the public name of a connection: 16 hexadecimal digits.
type identity string

// identityOf returns the identity of the owner of a public key, or of a secret name.
func identityOf(key string) identity { return identity(nameOf([]byte(key))[:16]) }

// inbox returns the prefix of the subjects at which the connection receives replies.
func (id identity) inbox() string { return "_INBOX." + string(id) }

// answerSubject returns the subject of a worker's answer to a job.
func answerSubject(set, job string, id identity) string {
	return resultsPrefix + set + "." + job + "." + string(id)
}

// answered returns the job and the worker in the subject of an answer or of a note that a job is parked.
func answered(subject string) (job string, id identity) {
	words := strings.Split(subject, ".")
	if len(words) != 5 {
		return "", ""
	}
	return words[3], identity(words[4])
}
