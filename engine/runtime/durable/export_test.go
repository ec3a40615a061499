package durable

// SetSteps is ReplaceSet with a step before each action.
var SetSteps = replaceSet

// ErrUnfinished is the error of a set that is neither old nor new.
var ErrUnfinished error = errUnfinished
