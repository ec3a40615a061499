// Package agents makes players by name: random, searching, simulating and trained agents, and external
// engines.
//
// An agent spec is the name of a kind, with parameters after a colon:
//
//	spec  = name [ ":" ( pair | text ) { "," pair } ]
//	pair  = key [ "=" value ]
//	value = text without commas | '"' text '"' | "'" text "'"
//
// where \" is a quote inside a text in double quotes. Only true-or-false parameters may lack a value, which
// then is true. Some kinds accept the value of one parameter without its key at the beginning. Examples are
//
//	level:club
//	random
//	alphabeta:depth=8,eval=wedge
//	alphabeta:plain,depth=3
//	engine:time=100ms,threads=2
//	q:model=run/best.model
//	gtp:cmd="gtp-rhino -b 0"
//
// [Kinds] lists the names, each with its parameters, their defaults and its source. Every agent also has the
// parameters of [CommonParams]: a time limit, perfect endings and a book of openings. Searches have other
// defaults: alphabeta plays the last 12 empty squares perfectly, engine the last 18. With exact=0 they do
// not; plain searches follow the papers. [Register] adds a program's own agent.
//
// [Parse] checks a spec, reads the files that it names and returns an [arena.Player], which makes an
// agent for each game:
//
//	p, err := agents.Parse("minimax:depth=2")
//	if err != nil {
//		return err
//	}
//	a := p.New(rng) // for one game
//	defer agents.Close(a)
//	square, err := a.Choose(ctx, board)
//
// All randomness of an agent comes from its generator. Only agents with a time limit read a clock.
package agents
