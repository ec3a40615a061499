package experiment

// A Report is one of the source papers.
type Report struct {
	Seed    string `json:"seed"` // its number here
	Title   string `json:"title"`
	Authors string `json:"authors"`
}

// Reports are the source papers.
var Reports = []Report{
	{"000", "Cassio: An Artificial Intelligence Machine for Othello", "Matthew Fennell, Durham University"},
	{"001", "Searching Algorithms in Playing Othello", "Zhifei Zhang and Yuechuan Chen, Oregon State University"},
	{"002", "Genetic Othello", "Inyoung Hong and David Kahn, Cornell University"},
	{"003", "Othello artificial intelligence", "Thomas Ranvier, Umeå University, 2018"},
	{"004", "CS181 Othello AI", "Yinuo Bai, Jiale Lin and Ziwei Shan, ShanghaiTech University, 2024"},
}

// A Lost result is one that cannot be repeated.
type Lost struct {
	Seed   string `json:"seed"`
	What   string `json:"what"`
	Result string `json:"paper_result"`
	Reason string `json:"reason"`
}

// LostResults are the results of the reports that nobody can repeat, and why.
var LostResults = []Lost{
	{"000", "Times on Hamilton, the supercomputer of Durham University", "“in excess of 350 seconds” a game, “over 10 seconds per move” with 50,000 simulations", "the machine and the program are not to be had; our own times stand in cassio-mc-minimax"},
	{"000", "User acceptance test (III.E, Testing)", "“various different users trialled the system”", "people, and no number is given"},
	{"000", "Evolved weights of the evaluation function", "not printed", "ours are set by hand, or evolved in cassio-generations"},
	{"000", "Each single point of Figs. 7a, 7b, 8a and 8b", "only in the pictures, some in the text", "the text of the report has no numbers for them; the claims of the text are tested"},
	{"001", "Each single point of Figs. 7 and 8", "only in the pictures", "the text of the report has no numbers for them; the claims about growth are tested"},
	{"002", "Matches against Webversi (Beginner)", "13 of 14 points; only Wedge beats it at depth 4", "a program on the web that is not to be had; genetic-depth has another opponent in its place"},
	{"002", "Matches against Hewgill (Beginner, Medium)", "3 and 5 of 6 points as white", "a program on the web, and it plays white only"},
	{"002", "Matches against people", "“no one was good enough at Othello to beat any of them”", "people, and no number is given"},
	{"002", "Evolved weights of MMNet and Net", "not printed, thousands of numbers", "ours are evolved in genetic-table"},
	{"003", "The naive program of the course", "loses every game", "not published, and the report does not say how it plays; a search of depth 3 by static weights has its place"},
	{"003", "Matches against another student's program", "“way better playing both players”", "not published, and no number is given"},
	{"003", "The improved heuristic of the second table", "60 discs as black at 1 s, 36 at 6 s", "its changes are not described; the claim about its drop is tested with the heuristic that is"},
	{"003", "The speed of the first version in Python", "“not able to reach a depth of 7 under almost 20 seconds”", "the author himself does not know why, and the code is not published"},
	{"004", "Table 2, winning rates against people", "97.0 %, 70.5 % and 88.2 % in 34 games each of eight students", "people"},
	{"004", "The weights before and after annealing", "only in Fig. 5, as curves without numbers", "the signs are tested in cs181-annealing, from the text"},
}
