package durable

// SetSteps is ReplaceSet with a step before each action.
var SetSteps = replaceSet
