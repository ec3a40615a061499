// Package agents creates players by name: random, searching, simulating and trained agents, and external
// engines.
//
// An agent spec is the name of a kind, with parameters after a colon:
//
//	spec  = name [ ":" ( pair | text ) { "," pair } ]
//	pair  = key [ "=" value ]
//	value = text without commas | '"' text '"' | "'" text "'"
//
// where \" is a quote inside a text in double quotes. Only true-or-false parameters may omit the value, which
// is then true. In some kinds, the first value may omit its key. Examples are
//
//	level:club
//	random
//	alphabeta:depth=8,eval=wedge
//	alphabeta:plain,depth=3
//	engine:time=100ms,threads=2
//	q:model=run/best.model
//	gtp:cmd="gtp-rhino -b 0"
//
// [Kinds] lists the names with their parameters, defaults and sources. Every agent also has the parameters of
// [CommonParams]: a time limit, perfect endings and a book of openings. Searches change some defaults:
// alphabeta plays the last 12 empty squares perfectly, and engine the last 18, unless exact=0 is given; plain
// searches follow the papers. Programs can add agents with [Register].
//
// [Parse] checks a spec, reads the files that it names and returns an [arena.Player], which creates an agent
// for each game:
//
//	p, err := agents.Parse("minimax:depth=2")
//	if err != nil {
//		return err
//	}
//	a := p.New(rng) // for one game
//	defer agents.Close(a)
//	square, err := a.Choose(ctx, board)
//
// An agent takes all its randomness from rng. Only agents with a time limit read a clock.
package agents
