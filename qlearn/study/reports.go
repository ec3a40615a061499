package study

import "slices"

// All contains the five reports, the experiments that repeat them, and the results that cannot be repeated.
var All = &Catalogue{Reports: sources, Experiments: slices.Concat(cassio, searching, genetic, umea,
	cs181), Lost: lost}

// sources are the source papers.
var sources = []Report{
	{Seed: "000", Title: "Cassio: An Artificial Intelligence Machine for Othello", Authors: "Matthew Fennell, Durham University"},
	{Seed: "001", Title: "Searching Algorithms in Playing Othello", Authors: "Zhifei Zhang and Yuechuan Chen, Oregon State University"},
	{Seed: "002", Title: "Genetic Othello", Authors: "Inyoung Hong and David Kahn, Cornell University"},
	{Seed: "003", Title: "Othello artificial intelligence", Authors: "Thomas Ranvier, Umeå University, 2018"},
	{Seed: "004", Title: "CS181 Othello AI", Authors: "Yinuo Bai, Jiale Lin and Ziwei Shan, ShanghaiTech University, 2024"},
}

// lost lists results of the reports that cannot be repeated, with reasons.
var lost = []Lost{
	{Seed: "000", What: "Times on Hamilton, the supercomputer of Durham University", Result: "“in excess of 350 seconds” a game, “over 10 seconds per move” with “50,000+ simulations”", Reason: "the machine and the program are unavailable; cassio-mc-minimax and cassio-mc-times show our times"},
	{Seed: "000", What: "The running time of a round robin (IV.B) and of the genetic algorithm (V)", Result: "“exponential in the population size”; “an exponential running time with regards to the size of the population”", Reason: "a round robin of n players has n(n−1)/2 pairs of games, as algorithm 2 says, so it grows with the square of n; this needs no experiment"},
	{Seed: "000", What: "Running the genetic algorithm after a random board is generated (V)", Result: "“infeasible to perform the genetic algorithm at run time”", Reason: "no number is given, and feasibility depends on the machine"},
	{Seed: "000", What: "Evaluation functions evolved for each random board, or for a sample of them", Result: "proposed (III.E, V) but not done", Reason: "no number is given; outflank tune --preset cassio --holes p=0.2 does it"},
	{Seed: "000", What: "Iterative deepening, Trappy Iterative Deepening, roulette wheel selection, other crossovers", Result: "future work (VI)", Reason: "no number is given; our searches deepen iteratively, and cassio-depth-times compares them with Algorithm 1"},
	{Seed: "000", What: "Searching the board for stable discs until none is found (III.D)", Result: "“inordinately expensive on the processing time”", Reason: "this is the cost of a loop over squares in their program; ours handles whole sets of squares at once, so its cost says nothing about theirs"},
	{Seed: "000", What: "Finding all stable discs by repeated search (III.D)",
		Result: "“It would be possible to guarantee finding all stable discs by repeatedly looping through the " +
			"board several times”", Reason: "the report does not do it; our program does, but a test that plays out " +
			"all games to the end finds more stable discs"},
	{Seed: "000", What: "The difference between both sides' values compared with one side's value (III.D)", Result: "“player A still considered it a favourable position”", Reason: "this was a mistake in an earlier version, which the report does not compare with the later one; our evaluators are differences"},
	{Seed: "000", What: "The purpose of mutation (III.E)", Result: "it “attempts to increase the variety of evaluation functions”", Reason: "this is the purpose of a step; its effect is not stated. cassio-generations shows how much variety remains with mutation"},
	{Seed: "000", What: "The effect of holes on strategy (I.A)", Result: "“the potential to significantly alter the strategy”", Reason: "this is an expectation without a number; cassio-holes tests the effect of holes on results"},
	{Seed: "000", What: "The regret of UCB, and the strategies it may find (III.C.1)", Result: "“asymptotically optimal”; “unusual and unique strategies to win”", Reason: "the quoted papers prove the first; the report gives no example of the second"},
	{Seed: "000", What: "The size of game trees (I.B)", Result: "“more similar to Chess than to Naughts and Crosses”", Reason: "this is known about the games, not found by the report; cassio-mobility shows the branching factor"},
	{Seed: "000", What: "IAGO, BILL and Logistello", Result: "BILL “consistently defeating IAGO” and others (II)", Reason: "these are results of other papers, with programs that are unavailable"},
	{Seed: "000", What: "The graphical interface, the Scrum method and C++", Result: "judged in V", Reason: "not a claim about the game"},
	{Seed: "000", What: "User acceptance test (III.E, Testing)", Result: "“various different users trialled the system”", Reason: "this requires people, and no number is given"},
	{Seed: "000", What: "Evolved weights of the evaluation function", Result: "not printed", Reason: "our weights are set by hand or evolved, which is a choice of the experiments"},
	{Seed: "000", What: "The individual points of Figs. 7a, 7b, 8a and 8b", Result: "only in the figures, some in the text", Reason: "the text gives no numbers for most of them; we test the claims of the text"},
	{Seed: "001", What: "The individual points of Figs. 7 and 8", Result: "only in the figures", Reason: "the text gives no numbers for them; we test the claims about growth"},
	{Seed: "001", What: "Ten seconds a move (IV.B)", Result: "the share of the points in Table I", Reason: "their program and machine are unavailable; search-six-players gives our players 2 and 5 ms a move"},
	{Seed: "001", What: "The ε of ε-greedy UCT, and the weight c of exploration", Result: "not printed", Reason: "we use 0.1 to 0.5 and 0.5 to 1.4, which are choices of the experiments"},
	{Seed: "001", What: "Programs by others (III.E and V)", Result: "UCT is “used in the vast majority of current MCTS implementations”, “the most intelligent Othello algorithm can win the best human Othello players”", Reason: "these statements come from others, not from the report's experiments"},
	{Seed: "001", What: "UCT without knowledge (III.F)", Result: "“The advantage of UCT is the performance without any specific knowledge about the game”", Reason: "the report does not say over which algorithm; in search-six-players, UCT plays all others"},
	{Seed: "001", What: "A different default policy and different rewards (V)", Result: "“a more intelligent default policy than random and ϵ-greedy”, “more complex function approximators”", Reason: "these are ideas that the report did not try"},
	{Seed: "002", What: "Matches against Webversi (Beginner)", Result: "Webversi wins 13 of 14 points; at depth 4 only Wedge beats it", Reason: "the program, on the web, is not available; genetic-depth uses another opponent instead"},
	{Seed: "002", What: "Matches against Hewgill (Beginner, Medium)",
		Result: "as white, Hewgill Beginner wins 3 of 6 points and Hewgill Medium 5",
		Reason: "the program is on the web and plays only white"},
	{Seed: "002", What: "The game in general (Othello, Notable Features)", Result: "3^64 boards, “the most important strategic concept” is mobility, which “a very low number of pieces” achieves, white wins on 4x4 and 6x6 with perfect play", Reason: "these statements are known about the game or quoted from others; genetic-stability tests which discs cannot be flipped and how long games take, genetic-mobility the moves in the midgame, and umea-mobility how moves and few discs relate to the result"},
	{Seed: "002", What: "Depths that draw against Webversi", Result: "Wedge 2 as white, Grid 6 and MMNet 10 as black", Reason: "these are single games against a program that is not available"},
	{Seed: "002", What: "The reason why the programs on the web win", Result: "“opening books and other very specific domain knowledge”", Reason: "the programs are not available"},
	{Seed: "002", What: "The time that an evolution takes", Result: "“running overnight for 300 generations”, while “Net went quickly”", Reason: "their program and machine are not available; genetic-table compares Net and MMNet after evolutions that took equally long here"},
	{Seed: "002", What: "Matches against people", Result: "“no one was good enough at Othello to beat any of them”, “Human players do not really hold a candle to AI's”, 300 generations are “completely sufficient”", Reason: "this requires people who rarely play Othello, and no number is given"},
	{Seed: "002", What: "Evolved weights of MMNet and Net", Result: "not printed, thousands of numbers", Reason: "genetic-table evolves its own weights"},
	{Seed: "003", What: "The cost of determining whether a piece is definitely stable (2.4)", Result: "“it would be too costly”", Reason: "only a search finds all such discs, and no program here does that; umea-evaluation-times shows the cost of those found without search"},
	{Seed: "003", What: "The naive program of the course", Result: "loses every game", Reason: "it is not published, and the report does not say how it plays; umea-time-limits and umea-static-weights offer a choice of three replacements"},
	{Seed: "003", What: "Matches against another student's program", Result: "“way better playing both players”", Reason: "the program is not published, and no number is given"},
	{Seed: "003", What: "The improved heuristic of the second table", Result: "as black 60 at 1 s and 36 at 6 s, and 20 less above 3 s than up to 3 s; the text does not give the scores as white", Reason: "its changes are not described; we test the claim about its drop with the heuristic that is described"},
	{Seed: "003", What: "The reason why the first version in Python was slow", Result: "“for a reason that I was not able to find”", Reason: "the code is not published; umea-depth-times compares our times with those of both versions"},
	{Seed: "003", What: "Possible improvements (Conclusion)", Result: "an evaluation that changes with the moves left; a faster Position class", Reason: "these are ideas that the report did not try; umea-mobility tests its reason: few discs are good early, and many at the end"},
	{Seed: "003", What: "The purpose of the negative weights away from corners (2.4.1)", Result: "“to facilitate the capture of the pieces on the sides”", Reason: "this is the purpose of numbers in a program; umea-squares tests the negative weights beside corners"},
	{Seed: "004", What: "Table 2, winning rates against people", Result: "97.0 %, 70.5 % and 88.2 % of 34 games for each agent type against eight students", Reason: "this requires people"},
	{Seed: "004", What: "The results of people against each agent", Result: "game-based agents “adopt patterns that can be predicted by humans”, the data-based one “shows an ability to counter human strategies”", Reason: "this requires people"},
	{Seed: "004", What: "The weights before and after annealing", Result: "only in Fig. 5, as curves without numbers", Reason: "cs181-annealing tests the sign of mobility, which the text gives"},
	{Seed: "004", What: "Random agents of other games", Result: "“while Random Agents typically underperform in other games, this is not the case in Othello”", Reason: "this is about other games; cs181-table-1 shows the scores of Random in Othello"},
	{Seed: "004", What: "The number of states", Result: "“an estimated 10²⁸ possible states”", Reason: "this estimate comes from the literature"},
	{Seed: "004", What: "Effects of state aggregation other than saving time", Result: "“a smaller search space”", Reason: "state aggregation stores the same states in fewer bits; cs181-speed tests the time"},
	{Seed: "004", What: "The savings of alpha-beta (Minimax Search)", Result: "“employ alpha-beta pruning to enhance efficiency”", Reason: "search-depth-time of report 001 tests this by nodes"},
	{Seed: "004", What: "Annealing by games against an identical agent (Simulated Annealing)", Result: "“this approach tends to be time-consuming”", Reason: "true by construction: new and old weights each need separate games, which doubles their number"},
	{Seed: "004", What: "Learning on the faster board (Optimization)", Result: "“accelerated learning via game-based Q-learning”", Reason: "learning takes as long as its games, and cs181-speed tests the time of games"},
	{Seed: "004", What: "The thinking times of agents (Random, Minimax Search, Experiments)", Result: "“rapid moves, without computations”, “computationally intensive”, “slow decision-making process”", Reason: "this depends on their machine and on Python; cs181-speed shows the time of whole games"},
	{Seed: "004", What: "Games without perturbation (Experiments)", Result: "“the entire game process is deterministic from the start”", Reason: "true by construction: neither agent uses random numbers"},
	{Seed: "004", What: "Attempts at features (Approximate Q-learning)", Result: "“after various attempts, we have selected some effective features”", Reason: "the attempts are not described; cs181-data-curve tests the selected features"},
	{Seed: "004", What: "The playing experience, with PyGame", Result: "“an overall improved gaming experience for players”", Reason: "this requires people, and no number is given"},
}
