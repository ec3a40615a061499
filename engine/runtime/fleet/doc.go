// Package fleet runs jobs on other machines with the same results as here. A job is a function from bytes to
// bytes, the same on every machine; [parallel.Kind] makes one of Go values. The results depend neither on the
// number of workers nor on how often they die:
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
// Jobs wait in a work queue of NATS JetStream. [Serve] runs one in this process; it may also be that of a
// cluster. Both sides may die at any time:
//
//   - A job is known by the hash of its bytes, in a set that is known by the hash of its settings. So
//     one that is asked for again, also by a process that was started again, is the same job, and
//     an answer that is there already is taken.
//   - A worker publishes the answer before it acknowledges the job, and the first answer stays. While
//     it works it says so; a job of which nothing was heard for [Options].Silence goes to another.
//   - A job that has failed or killed three workers is parked: its set's [Work.Do] returns a
//     [*ParkedError] with what they said.
//   - Workers take jobs of their own build only; [Client.Workers] names those of others.
//   - An answer counts from a worker that was handed the job, which shows it by the job's pass, a hash with a
//     secret that workers cannot read. Under a worker's token or key the server lets it write under its own
//     identity only, and hear only what it asked for.
//   - An answer that the set's Check finds wrong does not count. A share of the others is compared with what
//     this process answers, see [Set].Verify; no worker knows which. A worker that was wrong is left out, see
//     [Quarantine], and what it answered before is asked for again: [*WrongError] where that was wrong, or
//     where its set is closed. Then callers begin again, and find the answers of others that are there.
//   - Of several clients that have a set open the last takes it from the server; each has a bounded number of
//     jobs in the queue, so that they get equal shares.
//   - Short jobs are sent together and done by one thread, as many as take a tenth of a second; what fails
//     among them is sent again by itself.
//   - A client watches the jobs that it waits for: one that is neither queued nor answered is sent again.
//
// Inputs and answers that are too large for a message go in chunks, named by their hash, and so do files in
// the settings. Workers with a token of their own, see [ServerOptions.WorkerToken], can only do jobs.
//
// The package knows nothing of the game.
package fleet
