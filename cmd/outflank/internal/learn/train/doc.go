// Package train has the command that trains an agent: into one file, or as a configuration says into a folder
// that can be resumed.
package train
