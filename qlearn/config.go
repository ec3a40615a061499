package qlearn

import "fmt"

// A Config is all the learning depends on besides the games. It is stored with
// every model.
type Config struct {
	Alpha        float64 `json:"alpha"`        // learning rate at the first game, above 0
	AlphaEnd     float64 `json:"alpha_end"`    // learning rate at the last game; it falls linearly
	Gamma        float64 `json:"gamma"`        // discount of the next state's value, 0 to 1
	Target       Target  `json:"target"`       // value of the next state
	Conservative float64 `json:"conservative"` // weight of the penalty on moves that were not played; 0 = none
	Temperature  float64 `json:"temperature"`  // of the softmax in that penalty, in units of Q, above 0
}

// Default learns from games that the model plays itself: it tries its own moves,
// so nothing has to hold back the values of the others.
var Default = Config{Alpha: 0.004, AlphaEnd: 0.0002, Gamma: 1, Target: MaxQ, Temperature: 0.1}

// DefaultData learns from transcripts. Experts never play most moves, so a
// maximum over all of them is a maximum over guesses that no game corrects: with
// the report's features and update alone, Q-learning from transcripts is the
// weakest of our learners. The conservative penalty lowers the values of moves
// that were not played (Kumar et al., "Conservative Q-Learning for Offline
// Reinforcement Learning", 2020, equation 4).
var DefaultData = Config{Alpha: 0.002, AlphaEnd: 0.0001, Gamma: 1, Target: MaxQ, Conservative: 1, Temperature: 0.1}

// Check returns an error that names the first value out of its range.
func (c Config) Check() error {
	switch {
	case !(c.Alpha > 0 && c.Alpha <= 1):
		return fmt.Errorf("qlearn: alpha is %v, want above 0 and at most 1", c.Alpha)
	case !(c.AlphaEnd >= 0 && c.AlphaEnd <= c.Alpha):
		return fmt.Errorf("qlearn: alpha at the end is %v, want 0 to alpha, which is %v", c.AlphaEnd, c.Alpha)
	case !(c.Gamma >= 0 && c.Gamma <= 1):
		return fmt.Errorf("qlearn: gamma is %v, want 0 to 1", c.Gamma)
	case int(c.Target) >= len(targetNames):
		return fmt.Errorf("qlearn: target is %v, want max, sarsa or montecarlo", c.Target)
	case !(c.Conservative >= 0 && c.Conservative <= 100):
		return fmt.Errorf("qlearn: conservative penalty is %v, want 0 to 100", c.Conservative)
	case !(c.Temperature > 0):
		return fmt.Errorf("qlearn: temperature is %v, want above 0", c.Temperature)
	}
	return nil
}

// A Target says what the next state of the same player is worth.
type Target uint8

const (
	MaxQ       Target = iota // the best move's Q: the report's Q-learning (Watkins 1989)
	Sarsa                    // the played move's Q (Rummery and Niranjan 1994)
	MonteCarlo               // the result of the game
)

var targetNames = [...]string{"max", "sarsa", "montecarlo"}

// String returns "max", "sarsa" or "montecarlo".
func (t Target) String() string {
	if int(t) < len(targetNames) {
		return targetNames[t]
	}
	return fmt.Sprintf("Target(%d)", uint8(t))
}

// ParseTarget reads what String writes.
func ParseTarget(name string) (Target, error) {
	for t, n := range targetNames {
		if n == name {
			return Target(t), nil
		}
	}
	return 0, fmt.Errorf("qlearn: target %.40q: want max, sarsa or montecarlo", name)
}

// MarshalText writes the name, so that configurations can be read by people.
func (t Target) MarshalText() ([]byte, error) { return []byte(t.String()), nil }

// UnmarshalText reads the name.
func (t *Target) UnmarshalText(text []byte) (err error) {
	*t, err = ParseTarget(string(text))
	return err
}
