package games

import (
	"cmp"
	"context"
	"slices"

	"github.com/outflank/outflank/cmd/outflank/internal/web/position"
	"github.com/outflank/outflank/qlearn/agents"
)

// A Catalogue lists the agents of this server.
type Catalogue struct {
	Kinds  []Kind         `json:"kinds"`
	Common []agents.Param `json:"common" doc:"parameters of agents of every kind"`
}

// A Kind is a family of agents.
type Kind struct {
	Name    string         `json:"name" doc:"name of the kind, the part of a spec before the colon"`
	Aliases []string       `json:"aliases" doc:"other names of the kind"`
	About   string         `json:"about"`
	Source  string         `json:"source" doc:"paper, program or protocol that the kind comes from"`
	Boards  string         `json:"boards" doc:"boards that agents of the kind support" example:"any"`
	Params  []agents.Param `json:"params"`
}

// agents answers with the kinds of agents that clients may choose. Without --allow-engines it leaves out
// kinds that need a command or a file, and parameters that name one.
func (h *Hall) agents(context.Context, struct{}) (Catalogue, error) {
	c := Catalogue{Kinds: []Kind{}, Common: h.allowed(agents.CommonParams())}
	for _, k := range agents.Kinds() {
		if !h.opt.AllowEngines && k.Needs() != "" {
			continue
		}
		c.Kinds = append(c.Kinds, Kind{k.Name, append([]string{}, k.Aliases...), k.About, k.Source,
			k.Boards().String(), h.allowed(k.Params)})
	}
	return c, nil
}

// allowed returns the parameters that clients may set.
func (h *Hall) allowed(list []agents.Param) []agents.Param {
	list = append([]agents.Param{}, list...)
	if h.opt.AllowEngines {
		return list
	}
	return slices.DeleteFunc(list, agents.Param.NamesFile)
}

// A LevelList lists the levels of strength, weakest first.
type LevelList struct {
	Levels []Level `json:"levels"`
}

// A Level is a level of strength with its spec.
type Level struct {
	agents.Level
	Spec string `json:"spec" doc:"spec of an agent that plays at the level" example:"level:club"`
}

func levels(context.Context, struct{}) (list LevelList, _ error) {
	for _, l := range agents.Levels() {
		list.Levels = append(list.Levels, Level{l, l.Spec()})
	}
	return list, nil
}

// An agentQuery asks for the description of an agent.
type agentQuery struct {
	Spec  string `query:"spec" doc:"spec of the agent" example:"ab:depth=6"`
	Start string `query:"start" doc:"board for the agent: a shape, or 64 squares and the side to move" example:"hex"`
}

// An Answer describes an agent.
type Answer struct {
	Spec  string `json:"spec"`
	About string `json:"about" doc:"one-line description of its kind"`
}

// agent describes an agent. It returns an error if the agent cannot play on the board.
func (h *Hall) agent(_ context.Context, q agentQuery) (Answer, error) {
	start, err := position.StartOf(cmp.Or(q.Start, "8x8"), "", 0)
	if err != nil {
		return Answer{}, err
	}
	s, err := h.player(q.Spec, start.Board.Shape)
	switch {
	case err != nil || q.Spec == human:
		return Answer{q.Spec, "a person"}, err
	case s.about != "":
		return Answer{q.Spec, s.about}, nil
	}
	k, err := agents.Find(q.Spec)
	return Answer{q.Spec, k.About}, err
}
