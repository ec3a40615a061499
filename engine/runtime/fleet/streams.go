package fleet

import (
	"context"
	"fmt"

	"github.com/nats-io/nats.go/jetstream"
)

// The streams, which all sets share. A subject keeps only its first message, so a repeated message does not
// count twice.
const (
	jobsStream    = "OUTFLANK_JOBS"    // jobs waiting or in progress
	filesStream   = "OUTFLANK_FILES"   // sets, their files and large jobs, written by coordinators
	resultsStream = "OUTFLANK_RESULTS" // answers and notes by workers, secrets and quarantines by coordinators

	jobsPrefix    = "outflank.jobs."    // build.set.job
	filesPrefix   = "outflank.files."   // set.hash.chunk
	resultsPrefix = "outflank.results." // set.job.worker
	parkedPrefix  = "outflank.parked."  // set.job.worker
	triesPrefix   = "outflank.tries."   // set.job.delivery.what.worker
	chunksPrefix  = "outflank.chunks."  // set.job.worker.hash.chunk, of large answers

	secretPrefix     = "outflank.secret."     // set; not readable by workers
	quarantinePrefix = "outflank.quarantine." // worker

	holdsPrefix   = "outflank.holds." // set; clients with the set open answer with their owner
	usersPrefix   = "outflank.users." // hash of an owner; each of the owner's open sets answers
	pingSubject   = "outflank.ping"
	closedSubject = "outflank.closed"
)

// streams holds the streams of a server.
type streams struct{ jobs, files, results jetstream.Stream }

// configs returns the configurations of the streams. Together they store at most maxBytes, and each is stored
// on the given number of servers.
func configs(maxBytes int64, replicas int) []jetstream.StreamConfig {
	common := jetstream.StreamConfig{
		Storage: jetstream.FileStorage, Discard: jetstream.DiscardNew, DiscardNewPerSubject: true,
		MaxMsgsPerSubject: 1, Replicas: replicas, MaxMsgSize: maxPayload,
		AllowDirect: replicas == 1, // otherwise a server without the newest messages may answer
	}
	jobs, files, results := common, common, common
	jobs.Name, jobs.Subjects, jobs.Retention, jobs.MaxBytes = jobsStream, []string{jobsPrefix + ">"},
		jetstream.WorkQueuePolicy, maxBytes/4
	files.Name, files.Subjects, files.MaxBytes = filesStream, []string{filesPrefix + ">"}, maxBytes/4
	results.Name, results.MaxBytes = resultsStream, maxBytes/4
	results.MaxAge = forgotten // for messages that arrive just after their set was closed
	results.Subjects = []string{resultsPrefix + ">", parkedPrefix + ">", triesPrefix + ">", chunksPrefix + ">",
		secretPrefix + ">", quarantinePrefix + ">"}
	return []jetstream.StreamConfig{jobs, files, results}
}

// setUp creates the streams, or changes the size and the replicas of existing ones.
func setUp(ctx context.Context, js jetstream.JetStream, maxBytes int64, replicas int) error {
	for _, cfg := range configs(maxBytes, replicas) {
		if _, err := js.CreateOrUpdateStream(ctx, cfg); err != nil {
			return fmt.Errorf("stream %s: %w", cfg.Name, err)
		}
	}
	return nil
}

// look finds the streams.
func look(ctx context.Context, js jetstream.JetStream) (s streams, err error) {
	for name, at := range map[string]*jetstream.Stream{jobsStream: &s.jobs, filesStream: &s.files,
		resultsStream: &s.results} {
		if *at, err = js.Stream(ctx, name); err != nil {
			return s, fmt.Errorf("stream %s: %w", name, err)
		}
	}
	return s, nil
}

// consumer returns the configuration of the consumer from which the workers of a build take jobs.
func consumer(build string, opt Options) jetstream.ConsumerConfig {
	return jetstream.ConsumerConfig{
		Durable: consumerName(build), FilterSubject: jobsPrefix + buildToken(build) + ".>",
		AckPolicy: jetstream.AckExplicitPolicy, AckWait: opt.Silence, MaxAckPending: 1 << 16, MaxDeliver: -1,
		InactiveThreshold: forgotten,
	}
}

func consumerName(build string) string { return "build-" + buildToken(build) }
