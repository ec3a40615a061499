package fleet

import "strings"

// Each connection has an identity, under which the server lets a worker write its answers and hear what it
// asked for: no other worker can answer in its name, or read what it was sent. It follows from the public key
// that the connection has shown to own. One that shows a token draws a name that only the server sees, so its
// identity is new each time.

// An identity is what others may know of a connection: 16 hexadecimal digits.
type identity string

// identityOf returns the identity of the owner of a public key, or of a secret name.
func identityOf(key string) identity { return identity(nameOf([]byte(key))[:16]) }

// inbox is what the subjects begin with at which the connection is answered.
func (id identity) inbox() string { return "_INBOX." + string(id) }

// answerSubject returns where a worker writes the answer to a job.
func answerSubject(set, job string, id identity) string {
	return resultsPrefix + set + "." + job + "." + string(id)
}

// answered splits the subject of an answer, or of the note that a job is parked.
func answered(subject string) (job string, id identity) {
	words := strings.Split(subject, ".")
	if len(words) != 5 {
		return "", ""
	}
	return words[3], identity(words[4])
}
