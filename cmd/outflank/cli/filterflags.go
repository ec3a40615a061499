package cli

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/outflank/outflank/dataset"
)

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

// idsFlag reads "14,61" into a filter.
type idsFlag dataset.Filter

func (d *idsFlag) Type() string { return "ids" }

func (d *idsFlag) String() string {
	names := make([]string, len(d.IDs))
	for i, id := range d.IDs {
		names[i] = strconv.FormatInt(id, 10)
	}
	return strings.Join(names, ",")
}

func (d *idsFlag) Set(text string) error {
	for _, word := range strings.Split(text, ",") {
		id, err := strconv.ParseInt(strings.TrimSpace(word), 10, 64)
		if err != nil || id < 0 {
			return fmt.Errorf("%q: want ids of games as in 14,61", word)
		}
		d.IDs = append(d.IDs, id)
	}
	slices.Sort(d.IDs)
	return nil
}
