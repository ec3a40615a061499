package fleet

import (
	"crypto/sha256"
	"crypto/subtle"
	"encoding/base64"
	"slices"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nkeys"
)

// roles tells what a connection may do by the token that is shown, or by the key with which the server's
// nonce is signed.
type roles struct {
	ServerOptions
	own string // a token of the server's process
}

// isOpen tells whether no token or key is needed.
func (opt ServerOptions) isOpen() bool { return opt.Token == "" && len(opt.Keys) == 0 }

// Check admits connections that may do all, and lets workers do what they must.
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

// signed tells whether the owner of a public key has signed a nonce.
func signed(key, signature string, nonce []byte) bool {
	sig, err := base64.RawURLEncoding.DecodeString(signature)
	if err != nil || len(nonce) == 0 {
		return false
	}
	public, err := nkeys.FromPublicKey(key)
	return err == nil && public.Verify(nonce, sig) == nil
}

// workerPermissions are what a worker of an identity needs: to take jobs and to acknowledge them, to read
// sets and how often a job has failed, and to write answers under its identity. It cannot send jobs, take
// away anything, write what sets hold, change how jobs are handed out, or read what others are sent or
// answer.
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

// same compares in a time that depends neither on how much is right nor on how long it is.
func same(shown, want string) bool {
	a, b := sha256.Sum256([]byte(shown)), sha256.Sum256([]byte(want))
	return subtle.ConstantTimeCompare(a[:], b[:]) == 1
}
