package fleet

import (
	"crypto/sha256"
	"crypto/subtle"
	"encoding/base64"
	"slices"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nkeys"
)

// roles determines the permissions of a connection from its token, or from the key with which it signs the
// server's nonce.
type roles struct {
	ServerOptions
	own string // token of the process that runs the server
}

// isOpen reports whether connections need neither token nor key.
func (opt ServerOptions) isOpen() bool { return opt.Token == "" && len(opt.Keys) == 0 }

// Check reports whether a connection is admitted. A worker's token or key permits only what workers need;
// other tokens and keys permit everything.
func (r roles) Check(c server.ClientAuthentication) bool {
	opts := c.GetOpts()
	if opts.Nkey != "" && !signed(opts.Nkey, opts.Sig, c.GetNonce()) {
		return false
	}
	isOne := func(token string, keys []string) bool {
		return token != "" && same(opts.Token, token) || slices.Contains(keys, opts.Nkey)
	}
	if same(opts.Token, r.own) || isOne(r.Token, r.Keys) {
		return true
	}
	if !isOne(r.WorkerToken, r.WorkerKeys) {
		return false
	}
	id := identityOf(opts.Name)
	if opts.Nkey != "" {
		id = identityOf(opts.Nkey)
	}
	c.RegisterUser(&server.User{Username: "worker", Permissions: workerPermissions(string(id))})
	return true
}

// signed reports whether the owner of a public key has signed a nonce.
func signed(key, signature string, nonce []byte) bool {
	sig, err := base64.RawURLEncoding.DecodeString(signature)
	if err != nil || len(nonce) == 0 {
		return false
	}
	public, err := nkeys.FromPublicKey(key)
	return err == nil && public.Verify(nonce, sig) == nil
}

// workerPermissions returns the permissions of the worker with an identity. The worker can take and
// acknowledge jobs, read sets and the notes on failed jobs, and write answers under its identity. It cannot
// send jobs, remove data, change sets or the delivery of jobs, or read the messages and answers of others.
func workerPermissions(id string) *server.Permissions {
	const api = "$JS.API."
	return &server.Permissions{
		Publish: &server.SubjectPermission{Allow: []string{
			api + "STREAM.INFO." + jobsStream, api + "STREAM.INFO." + filesStream, api + "STREAM.INFO." +
				resultsStream,
			api + "CONSUMER.INFO." + jobsStream + ".*", api + "CONSUMER.MSG.NEXT." + jobsStream + ".*",
			api + "DIRECT.GET." + filesStream + ".>", api + "DIRECT.GET." + resultsStream + "." + triesPrefix + ">",
			api + "DIRECT.GET." + resultsStream + "." + quarantinePrefix + id,
			"$JS.ACK." + jobsStream + ".>", resultsPrefix + "*.*." + id, parkedPrefix + "*.*." + id,
			triesPrefix + "*.*.*.*." + id, chunksPrefix + "*.*." + id + ".>", pingSubject,
		}},
		Subscribe: &server.SubjectPermission{Allow: []string{identity(id).inbox() + ".>", pingSubject,
			closedSubject, quarantinePrefix + id}},
		Response: &server.ResponsePermission{MaxMsgs: 1},
	}
}

// same compares two texts in a time that reveals nothing about the secret one.
func same(shown, want string) bool {
	a, b := sha256.Sum256([]byte(shown)), sha256.Sum256([]byte(want))
	return subtle.ConstantTimeCompare(a[:], b[:]) == 1
}
