// Package tune has the command that finds weights of an evaluator without gradients.
package tune
