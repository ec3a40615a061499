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
	{Seed: "000", What: "Times on Hamilton, the supercomputer of Durham University", Result: "“in excess of 350 seconds” a game, “over 10 seconds per move” with “50,000+ simulations”", Reason: "the machine and the program are unavailable; our own times are in cassio-mc-minimax and cassio-mc-times"},
	{Seed: "000", What: "The running time of a round robin (IV.B) and of the genetic algorithm (V)", Result: "“exponential in the population size”; “an exponential running time with regards to the size of the population”", Reason: "a round robin of n players is n(n−1)/2 pairs of games, as algorithm 2 says: it grows with the square, which needs no experiment"},
	{Seed: "000", What: "The genetic algorithm after the generation of a random board (V)", Result: "“infeasible to perform the genetic algorithm at run time”", Reason: "no number is given, and what is feasible depends on the machine"},
	{Seed: "000", What: "Evaluation functions evolved for each random board, or for a sample of them", Result: "proposed (III.E, V), not done", Reason: "no number is given; outflank tune --preset cassio --holes p=0.2 does it"},
	{Seed: "000", What: "Iterative deepening, Trappy Iterative Deepening, roulette wheel selection, other crossovers", Result: "future work (VI)", Reason: "no number is given; ours deepen iteratively, and cassio-depth-times compares them with Algorithm 1"},
	{Seed: "000", What: "Searching the board for stable discs until none is found (III.D)", Result: "“inordinately expensive on the processing time”", Reason: "the cost of a loop over squares in their program; ours searches whole sets of squares at once, so that the cost of its passes says nothing of theirs"},
	{Seed: "000", What: "That searching again finds all stable discs (III.D)", Result: "“It would be possible to guarantee finding all stable discs by repeatedly looping through the board several times”", Reason: "the report does not do it; ours does, and the test of the search finds more stable discs by trying all games to the end"},
	{Seed: "000", What: "The difference of both sides against one's own value (III.D)", Result: "“player A still considered it a favourable position”", Reason: "a mistake of an earlier version, which the report does not compare with the later one; our evaluators are differences"},
	{Seed: "000", What: "What mutation is for (III.E)", Result: "it “attempts to increase the variety of evaluation functions”", Reason: "the purpose of a step of an algorithm; its effect is not stated. cassio-generations has the variety that is left with it"},
	{Seed: "000", What: "What holes do to the strategy (I.A)", Result: "“the potential to significantly alter the strategy”", Reason: "an expectation without a number; what they do to the results is tested in cassio-holes"},
	{Seed: "000", What: "The regret of UCB, and the strategies it may find (III.C.1)", Result: "“asymptotically optimal”; “unusual and unique strategies to win”", Reason: "the one is proven in the papers that are quoted, of the other no example is given"},
	{Seed: "000", What: "The size of game trees (I.B)", Result: "“more similar to Chess than to Naughts and Crosses”", Reason: "known of the games, not found by the report; cassio-mobility has the branching factor"},
	{Seed: "000", What: "IAGO, BILL and Logistello", Result: "BILL “consistently defeating IAGO” and others (II)", Reason: "results of other papers, with programs that are unavailable"},
	{Seed: "000", What: "The graphical interface, the Scrum method and C++", Result: "judged in V", Reason: "no claim about the game"},
	{Seed: "000", What: "User acceptance test (III.E, Testing)", Result: "“various different users trialled the system”", Reason: "people, and no number is given"},
	{Seed: "000", What: "Evolved weights of the evaluation function", Result: "not printed", Reason: "ours are set by hand or evolved, a choice of the experiments"},
	{Seed: "000", What: "Each single point of Figs. 7a, 7b, 8a and 8b", Result: "only in the pictures, some in the text", Reason: "the text of the report has no numbers for them; the claims of the text are tested"},
	{Seed: "001", What: "Each single point of Figs. 7 and 8", Result: "only in the pictures", Reason: "the text of the report has no numbers for them; the claims about growth are tested"},
	{Seed: "001", What: "Ten seconds a move (IV.B)", Result: "the share of the points in Table I", Reason: "their program and machine are unavailable; search-six-players has 2 and 5 ms of ours"},
	{Seed: "001", What: "The ε of ε-greedy UCT, and the weight c of exploration", Result: "not printed", Reason: "ours are 0.1 to 0.5 and 0.5 to 1.4, choices of the experiments"},
	{Seed: "001", What: "Other people's programs (III.E and V)", Result: "UCT is “used in the vast majority of current MCTS implementations”, “the most intelligent Othello algorithm can win the best human Othello players”", Reason: "known from others, not found by the report"},
	{Seed: "001", What: "UCT without knowledge (III.F)", Result: "“The advantage of UCT is the performance without any specific knowledge about the game”", Reason: "it does not say over what; search-six-players has UCT against all others"},
	{Seed: "001", What: "Another default policy and other rewards (V)", Result: "“a more intelligent default policy than random and ϵ-greedy”, “more complex function approximators”", Reason: "ideas for later, which the report did not try"},
	{Seed: "002", What: "Matches against Webversi (Beginner)", Result: "13 of 14 points; only Wedge beats it at depth 4", Reason: "a program on the web that is not available; genetic-depth has another opponent in its place"},
	{Seed: "002", What: "Matches against Hewgill (Beginner, Medium)", Result: "3 and 5 of 6 points as white", Reason: "a program on the web, and it plays white only"},
	{Seed: "002", What: "The game in general (Othello, Notable Features)", Result: "3^64 boards, “the most important strategic concept” is mobility, which “a very low number of pieces” achieves, white wins on 4x4 and 6x6 with perfect play", Reason: "known of the game or quoted from others; genetic-stability has what cannot be flipped and how long games take, genetic-mobility the moves of the midgame, umea-mobility what moves and few discs say of the result"},
	{Seed: "002", What: "Depths that draw against Webversi", Result: "Wedge 2 as white, Grid 6 and MMNet 10 as black", Reason: "single games against a program that is not available"},
	{Seed: "002", What: "Why the programs on the web win", Result: "“opening books and other very specific domain knowledge”", Reason: "these programs are not available"},
	{Seed: "002", What: "How long an evolution takes", Result: "“running overnight for 300 generations”, while “Net went quickly”", Reason: "their program and machine are not available; genetic-table has Net and MMNet after evolutions that took as long here"},
	{Seed: "002", What: "Matches against people", Result: "“no one was good enough at Othello to beat any of them”, “Human players do not really hold a candle to AI's”, 300 generations are “completely sufficient”", Reason: "people who do not play Othello commonly, and no number is given"},
	{Seed: "002", What: "Evolved weights of MMNet and Net", Result: "not printed, thousands of numbers", Reason: "ours are evolved in genetic-table"},
	{Seed: "003", What: "What it costs to determine if a piece is definitely stable (2.4)", Result: "“it would be too costly”", Reason: "all such discs are found by search alone, which no program here does; umea-evaluation-times has what those cost that are found without"},
	{Seed: "003", What: "The naive program of the course", Result: "loses every game", Reason: "not published, and the report does not say how it plays; three programs stand in its place as a choice of umea-time-limits and umea-static-weights"},
	{Seed: "003", What: "Matches against another student's program", Result: "“way better playing both players”", Reason: "not published, and no number is given"},
	{Seed: "003", What: "The improved heuristic of the second table", Result: "as black 60 at 1 s, 36 at 6 s, above 3 s 20 less than up to 3 s; as white not in the text", Reason: "its changes are not described; the claim about its drop is tested with the heuristic that is"},
	{Seed: "003", What: "Why the first version in Python was slow", Result: "“for a reason that I was not able to find”", Reason: "the code is not published; umea-depth-times has ours beside the times of both"},
	{Seed: "003", What: "What would make it better (Conclusion)", Result: "an evaluation that changes with the moves left; a faster Position class", Reason: "ideas for later, which the report did not try; umea-mobility tests the reason that it gives, few discs early and many at the end"},
	{Seed: "003", What: "What the negative weights away from corners are for (2.4.1)", Result: "“to facilitate the capture of the pieces on the sides”", Reason: "the purpose of numbers in a program; umea-squares tests those beside corners"},
	{Seed: "004", What: "Table 2, winning rates against people", Result: "97.0 %, 70.5 % and 88.2 % of 34 games for each agent type against eight students", Reason: "people"},
	{Seed: "004", What: "How people fare against each agent", Result: "game-based agents “adopt patterns that can be predicted by humans”, the data-based one “shows an ability to counter human strategies”", Reason: "people"},
	{Seed: "004", What: "The weights before and after annealing", Result: "only in Fig. 5, as curves without numbers", Reason: "the sign of mobility is tested in cs181-annealing, from the text"},
	{Seed: "004", What: "Random agents of other games", Result: "“while Random Agents typically underperform in other games, this is not the case in Othello”", Reason: "about other games; what Random scores in Othello stands in cs181-table-1"},
	{Seed: "004", What: "The number of states", Result: "“an estimated 10²⁸ possible states”", Reason: "an estimate of the literature"},
	{Seed: "004", What: "What state aggregation does besides saving time", Result: "“a smaller search space”", Reason: "it holds the same states in fewer bits; the time is tested in cs181-speed"},
	{Seed: "004", What: "What alpha-beta saves (Minimax Search)", Result: "“employ alpha-beta pruning to enhance efficiency”", Reason: "search-depth-time of report 001 tests it by nodes"},
	{Seed: "004", What: "Annealing by games against an identical agent (Simulated Annealing)", Result: "“this approach tends to be time-consuming”", Reason: "so by construction: new and old weights each need games of their own for it, which is twice as many"},
	{Seed: "004", What: "Learning on the faster board (Optimization)", Result: "“accelerated learning via game-based Q-learning”", Reason: "learning takes the time of its games; that of games is tested in cs181-speed"},
	{Seed: "004", What: "How long agents think (Random, Minimax Search, Experiments)", Result: "“rapid moves, without computations”, “computationally intensive”, “slow decision-making process”", Reason: "of their machine and of Python; the time of whole games stands in cs181-speed"},
	{Seed: "004", What: "Games without perturbation (Experiments)", Result: "“the entire game process is deterministic from the start”", Reason: "so by construction: neither agent draws anything"},
	{Seed: "004", What: "Attempts at features (Approximate Q-learning)", Result: "“after various attempts, we have selected some effective features”", Reason: "the attempts are not described; cs181-data-curve tests the features that were selected"},
	{Seed: "004", What: "The playing experience, with PyGame", Result: "“an overall improved gaming experience for players”", Reason: "people, and no number is given"},
}
