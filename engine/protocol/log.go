package protocol

// A Mark tells what a line of a [Log] is.
type Mark byte

// The marks, as logs of engines write them.
const (
	Started Mark = '+' // the command line of a program that begins
	Told    Mark = '>' // what the program is told
	Said    Mark = '<' // what it says
	Wrote   Mark = '!' // what it writes on its standard error
	Ended   Mark = '-' // it is gone; the text says how
)

// A Log is given each line of what goes on with the program of a process id. It is called from several
// goroutines.
type Log func(pid int, mark Mark, line string)

// LogTo has all that is said from the next start of the program on given to log.
func (a *Client) LogTo(log Log) { a.log = log }
