package games

import (
	"cmp"
	"context"
	"slices"

	"github.com/outflank/outflank/cmd/outflank/internal/web/boards"
	"github.com/outflank/outflank/qlearn/agents"
)

// A Catalogue lists the players of this server.
type Catalogue struct {
	Kinds  []Kind         `json:"kinds"`
	Common []agents.Param `json:"common" doc:"parameters of all kinds of agents"`
}

// A Kind is a family of agents.
type Kind struct {
	Name    string         `json:"name" doc:"name in a spec, before the colon"`
	Aliases []string       `json:"aliases" doc:"other names"`
	About   string         `json:"about"`
	Source  string         `json:"source" doc:"source: a paper, program or protocol"`
	Boards  string         `json:"boards" doc:"boards that its agents support" example:"any"`
	Params  []agents.Param `json:"params"`
}

// agents answers with the kinds that this server lets play: without --allow-engines those that need
// no command and no file, and only parameters that name none.
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

// allowed returns the parameters that clients may give.
func (h *Hall) allowed(list []agents.Param) []agents.Param {
	list = append([]agents.Param{}, list...)
	if h.opt.AllowEngines {
		return list
	}
	return slices.DeleteFunc(list, agents.Param.NamesFile)
}

// A LevelList is the levels for people, the weakest first.
type LevelList struct {
	Levels []Level `json:"levels"`
}

// A Level is one of them with its spec.
type Level struct {
	agents.Level
	Spec string `json:"spec" doc:"spec of an agent of the level" example:"level:club"`
}

func levels(context.Context, struct{}) (list LevelList, _ error) {
	for _, l := range agents.Levels() {
		list.Levels = append(list.Levels, Level{l, l.Spec()})
	}
	return list, nil
}

// An agentQuery asks for an agent.
type agentQuery struct {
	Spec  string `query:"spec" doc:"the agent" example:"ab:depth=6"`
	Start string `query:"start" doc:"the board: a shape, or 64 squares and the side to move" example:"hex"`
}

// An Answer says who an agent is.
type Answer struct {
	Spec  string `json:"spec"`
	About string `json:"about" doc:"short description of its kind"`
}

// agent describes an agent that can play on the board, and the problem of any other.
func (h *Hall) agent(_ context.Context, q agentQuery) (Answer, error) {
	start, err := boards.StartOf(cmp.Or(q.Start, "8x8"), "", 0)
	if err != nil {
		return Answer{}, err
	}
	if _, err := h.player(q.Spec, start.Board.Shape); err != nil || q.Spec == human {
		return Answer{q.Spec, "a person"}, err
	}
	k, err := agents.Find(q.Spec)
	return Answer{q.Spec, k.About}, err
}
