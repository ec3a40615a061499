package main

import "regexp"

// A prey is a file that commands of ours read.
type prey struct {
	made   string // the commands that make it, in DIR; rm removes a file
	file   string // below DIR
	asked  string // a command that reads it
	sealed bool   // it has a checksum: no change of it passes for another content
}

const (
	attackRun  = "train --config DIR/run.toml --workers 1 -o DIR/run"
	attackTune = "tune --preset genetic-othello --steps 2 --population 4 --survivors 2 --depth 1 --workers 1 " +
		"-o DIR/tuned"
	attackFit = "fit DIR/wthor --features corner@3 --play 6 --solve 0 --exact 8 --depth 1 --rounds 1 " +
		"--iterations 2 --workers 1"
	attackExp   = "experiment run search-branching --scale 0.01 --workers 1 -o DIR/exp"
	attackBook  = "--min-games 2 --plies 4 --depth 1 --exact 0 --hash 1M --workers 1"
	attackMerge = "book build DIR/games -o DIR/b.book --min-games 2 --plies 1 --depth 1 --exact 0 --hash 1M " +
		"--workers 1; book import DIR/second.txt -o DIR/l.book" // it searches for a leaf
	attackGrid = "sweep --config DIR/run.toml --grid learn.alpha=0.1,0.2 --workers 1 -o DIR/grid"
)

// preys are the kinds of files; TestDamagedTables asks more of tables with a manifest.
var preys = []prey{
	{attackRun, "run/config.json", "runs DIR/run", true},
	{attackRun, "run/checkpoint", "runs DIR/run", true},
	{attackRun, "run/best.model", "inspect DIR/run/best.model", true},
	{attackRun, "run/checkpoint", "train --resume DIR/run", true},
	{attackTune, "tuned/config.json", "tune --resume DIR/tuned", true},
	{attackTune, "tuned/checkpoint", "tune --resume DIR/tuned", true},
	{attackTune, "tuned/history.ndjson", "tune --resume DIR/tuned", true},
	{"match ab:depth=1 greedy --games 4 --random-plies 4 --state DIR/m.ndjson", "m.ndjson", "match --resume DIR/m.ndjson --cross OUT/table.csv", true},
	{attackGrid, "grid/sweep.json", "sweep --resume DIR/grid", true},
	{attackGrid, "grid/base.toml", "sweep --resume DIR/grid", true},
	{attackExp, "exp/search-branching/result.json", "experiment report DIR/exp", true},
	{attackExp + "; rm DIR/exp/search-branching/result.json", "exp/search-branching/journal.ndjson", attackExp, true},
	{"train DIR/wthor -o DIR/q.model --games 20", "q.model", "inspect DIR/q.model", true},
	{"train DIR/wthor -o DIR/q.model --games 20; export DIR/q.model --format compact -o DIR/c.model", "c.model", "inspect DIR/c.model", true},
	{attackFit + " --keep DIR/kept -o DIR/f.model", "kept/round-1.games", attackFit + " --keep DIR/kept -o OUT/f.model", true},
	{"", "games/games.parquet", "stats weights DIR/games", true},
	{"", "games/games.arrow", "positions DIR/games -o OUT/p.arrow", true},
	{"", "games/players.parquet", "stats players DIR/games", true},
	{"", "games/manifest.json", "find DIR/games f5 --top 0", true},
	{"analyze DIR/games --depth 1 --exact 4 --hash 1M --cache DIR/cache", "cache/moves.parquet", "stats accuracy DIR/games --cache DIR/cache --min-games 1", true},

	{"", "wthor/WTH_2026.wtb", "stats colors DIR/wthor", false},
	{"", "wthor/WTHOR.JOU", "stats players DIR/wthor --min-games 0", false},
	{"", "wthor/WTHOR.TRN", "stats tournaments DIR/wthor", false},
	{"export DIR/games --format pgn -o DIR/g.pgn", "g.pgn", "stats colors DIR/g.pgn", false},
	{"export DIR/games --format ggf -o DIR/g.ggf", "g.ggf", "stats colors DIR/g.ggf", false},
	{"export DIR/games --format sgf -o DIR/g.sgf", "g.sgf", "stats colors DIR/g.sgf", false},
	{"export DIR/games --format transcript -o DIR/g.txt", "g.txt", "stats colors DIR/g.txt", false},
	{"export DIR/games --format logbook -o DIR/g.gam", "g.gam", "stats colors DIR/g.gam", false},
	{"export DIR/games --format csv -o DIR/g.csv", "g.csv", "stats colors DIR/g.csv", false},
	{"book build DIR/games -o DIR/b.book " + attackBook, "b.book", "book verify DIR/b.book", true},
	{"book build DIR/games -o DIR/b.book " + attackBook + "; book export DIR/b.book -o DIR/b.dat", "b.dat", "book import DIR/b.dat -o OUT/c.book", false},
	{"book build DIR/games -o DIR/b.book " + attackBook + "; book export DIR/b.book -o DIR/b.egbk3", "b.egbk3", "book import DIR/b.egbk3 -o OUT/c.book", false},
	{"positions DIR/games -o DIR/p.parquet", "p.parquet", "inspect DIR/p.parquet --rows 100", false},
	{"positions DIR/games -o DIR/p.arrow", "p.arrow", "label DIR/p.arrow -o OUT/l.parquet --exact 0 --depth 1 --hash 1M", false},
	{"transitions DIR/games -o DIR/t.parquet --features report", "t.parquet", "inspect DIR/t.parquet", false},
	{"positions DIR/games -o DIR/p.parquet; label DIR/p.parquet -o DIR/l.parquet --exact 0 --depth 1 --hash 1M", "l.parquet", "inspect DIR/l.parquet --rows 100", false},
	{"train DIR/wthor -o DIR/flat.model --games 5 --features corner; export DIR/flat.model --format player -o DIR/flat.player", "flat.player", "match player:file=DIR/flat.player greedy --games 2 --random-plies 4 --workers 1 --json", false},
	{"train DIR/wthor -o DIR/net.txt --games 2 --net 64-2-1", "net.txt", "inspect DIR/net.txt", false},
	{"", "openings.txt", "match greedy random --openings DIR/openings.txt --games 4 --workers 1 --json", false},
	{"", "agents.txt", "tournament DIR/agents.txt --games 2 --random-plies 4 --workers 1 --json", false},
	{"", "run.toml", "train --config DIR/run.toml --games 10 -o OUT/run", false},
	{"", "ends.obf", "inspect DIR/ends.obf", false},
	{"", "ends.obf", "puzzle DIR/ends.obf --progress OUT/p", false},
	{"", "openings.txt", "drill DIR/openings.txt --side black --progress OUT/p", false},
	{"", "drill.progress", "drill DIR/openings.txt --side black --progress DIR/drill.progress", false}, // its end may be torn
	{"", "scored.obf", "accuracy DIR/scored.obf greedy", false},
	{"", "aliases.csv", "import DIR/openings.txt --aliases DIR/aliases.csv -o OUT/t", false},
	{"", "claims.csv", "audit DIR/claims.csv -o OUT/u.obf --hash 1M", false},
}

// easyPreys are the files that are attacked without OUTFLANK_LONG: one for each way to read.
var easyPreys = []string{"run/checkpoint", "tuned/checkpoint", "m.ndjson", "grid/sweep.json",
	"exp/search-branching/result.json", "q.model", "games/games.parquet", "games/manifest.json", "wthor/WTH_2026.wtb",
	"g.pgn", "g.csv", "p.parquet", "net.txt", "openings.txt", "drill.progress", "run.toml", "ends.obf", "claims.csv"}

// perMove is how long moves took, in a table of players whose columns are as wide as their numbers.
var perMove = regexp.MustCompile(` +[0-9]+\.[0-9]{3} +`)

// attackFiles are there before anything is made.
var attackFiles = map[string]string{
	"openings.txt": "f5d6c3d3c4\nf5f6e6f4\n",
	"drill.progress": `{"crc32c":"e1e9ce34","record":{"outflank":"drill","version":1,"settings":{}}}` + "\n" +
		`{"crc32c":"0a4c4ce8","record":{"position":"---------------------------OX------XO--------------------------- X",` +
		`"move":"e6","right":true,"box":1,"due":"2026-11-27"}}` + "\n",
	"agents.txt": "# two\nrandom\ngreedy\n",
	"second.txt": `outflank-book 1 {"plies":2,"min_games":1,"depth":1,"exact":0,"level":0,"evaluator":"other",` +
		`"learned":0,"hash_bytes":1048576}` + "\n-------------------X-------XX-----OOO--------------------------- X " +
		"leaf=d6:0/1\n",
	"moves.txt": "f5d6c3\n" + "e6f4e3f6g5d6e7f5c5\n",
	"run.toml": "[model]\nfeatures = \"corner\"\n[learn]\ngames = 40\n[evaluate]\nevery = 20\ngames = " +
		"2\nfinal = 2\nselect_by = [{opponent = \"greedy\", protocol = \"cs181\"}]\n[output]\npictures = false\n",
	"aliases.csv": "alias,player\njane78,Doe Jane\n\"tiger, the\",Ann Bee\n",
	"scored.obf":  "---------------------------OX------XO--------------------------- X; D3:+2; C4:+1; F5:+0; E6:-1;\n",
	"claims.csv":  "obf,lower,upper\n---OOOX--O-OOXXOO-OOXOXOXXXOXOXOXXOXOXXOOOOOOOXO-XOOOOOO---XXOO- X,-64,64\n",
	"ends.obf": "X-X-OXXXXXXO-XXXXXOOOOOX-XXOOX-XXXXXXXOXXXX--OXXXXXXOO-XX-XO-O-- " +
		"X;\n---OOOX--O-OOXXOO-OOXOXOXXXOXOXOXXOXOXXOOOOOOOXO-XOOOOOO---XXOO- X; H8:+10; B8:+4; % a remark\n",
}
