// Package fleet runs jobs on other machines, with the same results as on this one. A job is a sequence of
// bytes whose answer is the same on every machine; a [parallel.Kind] creates jobs from Go values. The results
// depend neither on the number of workers nor on how often workers crash:
//
//	client, err := fleet.Dial(ctx, fleet.Options{URL: "nats://example.org:4222", Token: token})
//	set, err := client.Open(ctx, fleet.Set{Set: parallel.Set{Kind: "square"}, Build: version})
//	defer set.Close()
//	for out, err := range parallel.Map(ctx, set.Ahead(), set.Ahead(), questions, set.Do) { … }
//
// and, on any number of machines,
//
//	worker := fleet.Worker{Build: version, Threads: 8, Kinds: map[string]parallel.Opener{"square": open}}
//	for event, err := range worker.Work(ctx, client) { … }
//
// Jobs wait in a work queue of NATS JetStream. [Serve] runs a server in this process; a NATS cluster works as
// well. Clients, workers and servers may crash at any time:
//
//   - A job is named by the hash of its bytes, and its set by the hash of its settings. A restarted
//     process that requests the same job therefore gets the existing answer.
//   - A worker publishes the answer before it acknowledges the job. It sends heartbeats while it works. After
//     [Options].Silence without a heartbeat, the job goes to another worker.
//   - A job that has failed on three workers or crashed them is dead-lettered, here called parked: [Work.Do]
//     returns a [*ParkedError] with the workers' errors.
//   - Workers take only jobs of the same build; [Client.Workers] lists the workers of all builds.
//   - An answer counts only if the worker received the job. The proof is the job's pass, a hash with a secret
//     that workers cannot read. A worker's token or key permits writing only under the worker's identity, and
//     reading only the replies to its requests.
//   - An answer that the set's Check rejects does not count. This process repeats a share of the other jobs
//     and compares the answers, see [Set].Verify; workers do not know which jobs. A worker that gave a wrong
//     answer is quarantined, see [Quarantine], and its earlier answers are computed again. If one of these
//     was wrong or cannot be compared, callers get a [*WrongError]. They then start over and find the answers
//     of the other workers on the server.
//   - If several clients have a set open, the last client to close it removes it from the server. The number
//     of a user's jobs in the queue is limited, so users get equal shares.
//   - Short jobs are sent in parcels that take about a tenth of a second; one thread does each parcel. If a
//     parcel is parked, its jobs are sent again one by one.
//   - A client checks the jobs that it waits for, and sends a job again if it is neither queued nor answered.
//
// Files in the settings, and inputs and answers that are too large for a message, are sent in chunks and
// named by their hash. Workers with the worker token, see [ServerOptions.WorkerToken], can only do jobs.
//
// The package does not depend on the game.
package fleet
