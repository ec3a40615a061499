package fleet

import (
	"crypto/sha256"
	"crypto/subtle"

	"github.com/nats-io/nats-server/v2/server"
)

// roles tells who may do what by the token that is shown.
type roles struct{ all, worker string }

// roles returns nil where nobody needs a token.
func (opt ServerOptions) roles() server.Authentication {
	if opt.Token == "" {
		return nil
	}
	return roles{opt.Token, opt.WorkerToken}
}

// Check admits those who show a token, and lets workers do what they must.
func (r roles) Check(c server.ClientAuthentication) bool {
	shown := c.GetOpts().Token
	if same(shown, r.all) {
		return true
	}
	if r.worker == "" || !same(shown, r.worker) {
		return false
	}
	c.RegisterUser(&server.User{Username: "worker", Permissions: workerPermissions()})
	return true
}

// workerPermissions are what a worker needs: to take jobs and to acknowledge them, to read sets and
// answers, and to write answers, the first of which stays. It cannot send jobs, take away anything,
// write what sets hold, or change how jobs are handed out.
func workerPermissions() *server.Permissions {
	const api = "$JS.API."
	return &server.Permissions{
		Publish: &server.SubjectPermission{Allow: []string{
			api + "STREAM.INFO." + jobsStream, api + "STREAM.INFO." + filesStream, api + "STREAM.INFO." + resultsStream,
			api + "CONSUMER.INFO." + jobsStream + ".*", api + "CONSUMER.MSG.NEXT." + jobsStream + ".*",
			api + "DIRECT.GET." + filesStream + ".>", api + "DIRECT.GET." + resultsStream + ".>",
			"$JS.ACK." + jobsStream + ".>",
			resultsPrefix + ">", parkedPrefix + ">", triesPrefix + ">", chunksPrefix + ">", pingSubject,
		}},
		Subscribe: &server.SubjectPermission{Allow: []string{"_INBOX.>", pingSubject, closedSubject}},
		Response:  &server.ResponsePermission{MaxMsgs: 1},
	}
}

// same compares in a time that depends neither on how much is right nor on how long it is.
func same(shown, want string) bool {
	a, b := sha256.Sum256([]byte(shown)), sha256.Sum256([]byte(want))
	return subtle.ConstantTimeCompare(a[:], b[:]) == 1
}
