package main

import "github.com/outflank/outflank/dataset"

// kindFlag reads who plays into a filter.
type kindFlag dataset.Filter

func (k *kindFlag) Type() string { return "kind" }

func (k *kindFlag) String() string {
	if k.Kind == dataset.AnyKind {
		return ""
	}
	return k.Kind.String()
}

func (k *kindFlag) Set(text string) (err error) {
	k.Kind, err = dataset.ParseKind(text)
	return err
}
