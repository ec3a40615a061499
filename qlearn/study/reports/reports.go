// Package reports holds five reports on Othello programs as experiments of package study:
// their tables, figures and claims, how each is repeated, and what nobody can repeat.
package reports

import (
	"slices"

	"github.com/outflank/outflank/qlearn/study"
)

// All are the five reports, with the experiments that repeat them and what nobody can repeat.
var All = &study.Catalogue{Reports: sources, Experiments: slices.Concat(cassio, searching, genetic, umea, cs181), Lost: lost}

// sources are the source papers.
var sources = []study.Report{
	{Seed: "000", Title: "Cassio: An Artificial Intelligence Machine for Othello", Authors: "Matthew Fennell, Durham University"},
	{Seed: "001", Title: "Searching Algorithms in Playing Othello", Authors: "Zhifei Zhang and Yuechuan Chen, Oregon State University"},
	{Seed: "002", Title: "Genetic Othello", Authors: "Inyoung Hong and David Kahn, Cornell University"},
	{Seed: "003", Title: "Othello artificial intelligence", Authors: "Thomas Ranvier, Umeå University, 2018"},
	{Seed: "004", Title: "CS181 Othello AI", Authors: "Yinuo Bai, Jiale Lin and Ziwei Shan, ShanghaiTech University, 2024"},
}

// lost are the results of the reports that nobody can repeat, and why.
var lost = []study.Lost{
	{Seed: "000", What: "Times on Hamilton, the supercomputer of Durham University", Result: "“in excess of 350 seconds” a game, “over 10 seconds per move” with 50,000 simulations", Reason: "the machine and the program are not to be had; our own times stand in cassio-mc-minimax and cassio-mc-times"},
	{Seed: "000", What: "The running time of the genetic algorithm", Result: "“an exponential running time with regards to the size of the population”", Reason: "a round robin of n players is n(n−1)/2 pairs of games, as algorithm 2 says: it grows with the square, which needs no experiment"},
	{Seed: "000", What: "A substantially larger population with a far wider gene pool", Result: "believed to be “necessary for significant improvements”", Reason: "future work of the report without size or number; cassio-generations has its sizes, 6 and 8"},
	{Seed: "000", What: "Evaluation functions evolved for each random board, or for a sample of them", Result: "proposed (III.E, V), not done", Reason: "no number is given; outflank tune --preset cassio --holes p=0.2 does it"},
	{Seed: "000", What: "Iterative deepening, Trappy Iterative Deepening, roulette wheel selection, other crossovers", Result: "future work (VI)", Reason: "no number is given; ours deepen iteratively, which cassio-depth-times has beside Algorithm 1"},
	{Seed: "000", What: "Single traversal of edges when stable discs are sought (III.D)", Result: "“significantly decreasing performance”", Reason: "no number is given; our evaluation traverses them both ways, as the report's does"},
	{Seed: "000", What: "Stable discs without corners (III.D) and on random boards (V)", Result: "“especially rare”; control of stable edge discs wins “in most cases”", Reason: "no number is given; cassio-holes tests the evaluation as a whole"},
	{Seed: "000", What: "IAGO, BILL and Logistello", Result: "BILL “consistently defeating IAGO” and others (II)", Reason: "results of other papers, with programs that are not to be had"},
	{Seed: "000", What: "The graphical interface, the Scrum method and C++", Result: "judged in V", Reason: "no claim about the game"},
	{Seed: "000", What: "User acceptance test (III.E, Testing)", Result: "“various different users trialled the system”", Reason: "people, and no number is given"},
	{Seed: "000", What: "Evolved weights of the evaluation function", Result: "not printed", Reason: "ours are set by hand, or evolved in cassio-generations"},
	{Seed: "000", What: "Each single point of Figs. 7a, 7b, 8a and 8b", Result: "only in the pictures, some in the text", Reason: "the text of the report has no numbers for them; the claims of the text are tested"},
	{Seed: "001", What: "Each single point of Figs. 7 and 8", Result: "only in the pictures", Reason: "the text of the report has no numbers for them; the claims about growth are tested"},
	{Seed: "001", What: "Ten seconds a move (IV.B)", Result: "the share of the points in Table I", Reason: "their program and machine are not to be had; 5 ms of ours have their place in search-six-players"},
	{Seed: "001", What: "The ε of ε-greedy UCT, and the weight c of exploration", Result: "not printed", Reason: "ours are 0.1 and 0.5"},
	{Seed: "001", What: "Other people's programs (III.E and V)", Result: "UCT is “used in the vast majority of current MCTS implementations”, “the most intelligent Othello algorithm can win the best human Othello players”", Reason: "known from others, not found by the report"},
	{Seed: "001", What: "UCT without knowledge (III.F)", Result: "“The advantage of UCT is the performance without any specific knowledge about the game”", Reason: "it does not say over what; search-six-players has UCT against all others"},
	{Seed: "001", What: "Another default policy and other rewards (V)", Result: "“a more intelligent default policy than random and ϵ-greedy”, “more complex function approximators”", Reason: "ideas for later, which the report did not try"},
	{Seed: "002", What: "Matches against Webversi (Beginner)", Result: "13 of 14 points; only Wedge beats it at depth 4", Reason: "a program on the web that is not to be had; genetic-depth has another opponent in its place"},
	{Seed: "002", What: "Matches against Hewgill (Beginner, Medium)", Result: "3 and 5 of 6 points as white", Reason: "a program on the web, and it plays white only"},
	{Seed: "002", What: "The game in general (Othello, Notable Features)", Result: "just over 60 turns, “roughly 5-15 moves” in the midgame, stable pieces, “the most important strategic concept” is mobility, white wins on 4x4 and 6x6 with perfect play", Reason: "known of the game or quoted from others; search-branching counts the moves of the midgame"},
	{Seed: "002", What: "Depths that draw against Webversi", Result: "Wedge 2 as white, Grid 6 and MMNet 10 as black", Reason: "single games against a program that is not to be had"},
	{Seed: "002", What: "Why the programs on the web win", Result: "“opening books and other very specific domain knowledge”", Reason: "these programs are not to be had"},
	{Seed: "002", What: "How long an evolution takes", Result: "“running overnight for 300 generations”, while “Net went quickly”", Reason: "their program and machine are not to be had; genetic-table has Net and MMNet after evolutions that took as long here"},
	{Seed: "002", What: "Matches against people", Result: "“no one was good enough at Othello to beat any of them”, 300 generations are “completely sufficient”", Reason: "people, and no number is given"},
	{Seed: "002", What: "Evolved weights of MMNet and Net", Result: "not printed, thousands of numbers", Reason: "ours are evolved in genetic-table"},
	{Seed: "003", What: "The naive program of the course", Result: "loses every game", Reason: "not published, and the report does not say how it plays; three programs stand in its place in umea-time-limits and umea-static-weights"},
	{Seed: "003", What: "Matches against another student's program", Result: "“way better playing both players”", Reason: "not published, and no number is given"},
	{Seed: "003", What: "The improved heuristic of the second table", Result: "60 discs as black at 1 s, 36 at 6 s; as white not in the text", Reason: "its changes are not described; the claim about its drop is tested with the heuristic that is"},
	{Seed: "003", What: "The speed of the first version in Python", Result: "“not able to reach a depth of 7 under almost 20 seconds”", Reason: "the author himself does not know why, and the code is not published"},
	{Seed: "003", What: "What would make it better (Conclusion)", Result: "an evaluation that changes with the moves left, as “it is interesting to minimise the number of owned pieces in early game”; more of stability “without decreasing the speed of the whole process too much”; a faster Position class", Reason: "ideas for later, which the report did not try"},
	{Seed: "004", What: "Table 2, winning rates against people", Result: "97.0 %, 70.5 % and 88.2 % in 34 games each of eight students", Reason: "people"},
	{Seed: "004", What: "How people fare against each agent", Result: "game-based agents “adopt patterns that can be predicted by humans”, the data-based one “shows an ability to counter human strategies”", Reason: "people"},
	{Seed: "004", What: "The weights before and after annealing", Result: "only in Fig. 5, as curves without numbers", Reason: "the signs are tested in cs181-annealing, from the text"},
	{Seed: "004", What: "Random agents of other games", Result: "“while Random Agents typically underperform in other games, this is not the case in Othello”", Reason: "about other games; what Random scores in Othello stands in cs181-table-1"},
	{Seed: "004", What: "The number of states and successors", Result: "“an estimated 10²⁸ possible states”, “over 10000 successors” of a two-layer search", Reason: "estimates of the literature, or of one position; no experiment of the report counts them"},
	{Seed: "004", What: "The playing experience, with PyGame", Result: "“an overall improved gaming experience for players”", Reason: "people, and no number is given"},
	{Seed: "004", What: "Seconds of an episode", Result: "9.78 s and 77.05 s", Reason: "a program in Python on a machine that is not named; the factor between them is tested in cs181-speed"},
}
