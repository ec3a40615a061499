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
//   - The hash of its bytes identifies a job, and the hash of its settings identifies a set. So a job that
//     is sent again, also by a restarted process, is the same job, and an existing answer is used.
//   - A worker publishes the answer before it acknowledges the job, and the first answer counts. It sends
//     signs of life while it works. After [Options].Silence without one, the job goes to another worker.
//   - A job that fails on three workers or kills them is dead-lettered: its set's [Work.Do] returns a
//     [*ParkedError] with their errors.
//   - Workers accept only jobs of their own build; [Client.Workers] lists those of others.
//   - A share of the jobs can be done twice, by different workers, and compared, see [Set].Verify.
//   - A client watches the jobs that it waits for. It sends a job again that is neither queued nor answered.
//
// Inputs and answers that are too large for a message go in chunks, named by their hash, and so do files in
// the settings. Workers with a token of their own, see [ServerOptions.WorkerToken], can only do jobs.
//
// The package knows nothing of the game.
package fleet
