// Package tuning tunes the weights of an evaluator or a network. It rates the vectors of a [tune.Method] by
// games against each other, by games against another agent, or by how well they predict the results of
// recorded games. A tuning is stored in a folder. It can be interrupted at any time, even by kill -9, and
// resumes with the same result, byte for byte.
//
//	subject, err := tuning.FeatureSubject("squares")
//	cfg := &tuning.Config{
//		Method: "ga", Settings: tuning.DefaultSettings("ga", "genetic-othello"), Subject: subject,
//		Objective: "games", Games: &tuning.Games{Depth: 4, Pairs: 1, Random: 8, Seed: 1},
//	}
//	run, err := tuning.Begin("runs/wedge", cfg, nil)
//	defer run.Close()
//	for step, err := range run.Steps(ctx, 0) {
//		fmt.Println(step.Number, step.Value())
//	}
//
// The folder contains the config, a history with a line for each step, charts, the weights, and a checkpoint.
// The presets come from the papers "Genetic Othello" (Hong and Kahn), "Cassio" (Fennell) and "CS181 Othello
// AI" (Bai, Lin and Shan).
package tuning
