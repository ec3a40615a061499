package cli

import (
	"context"
	"errors"
	"fmt"

	"github.com/outflank/outflank/dataset/label"
	"github.com/outflank/outflank/engine/runtime/fault"
	"github.com/outflank/outflank/engine/runtime/text"
)

// Label runs [label.Run] with a meter. doing is the label of the meter, such as "labelling", and item is the
// name of an item, such as "position".
func (a *App) Label(ctx context.Context, src label.Source, path string, o label.Options,
	doing, item string) (r label.Result, err error) {
	var bar *Meter
	for p, err := range label.Run(ctx, src, path, o) {
		if errors.Is(err, context.Canceled) && p.Total > 0 {
			err = fmt.Errorf("%w: %s of %s are kept in %s; run the same command to resume", fault.ErrInterrupted,
				text.Number(p.Done), text.Plural(p.Total, item), label.WorkOf(path))
		}
		if _, ok := errors.AsType[*label.WorkError](err); ok {
			err = fmt.Errorf("%w; --restart starts over", err)
		}
		if err != nil {
			return r, err
		}
		if bar == nil {
			if p.Resumed > 0 {
				fmt.Fprintf(a.Err, "resuming: %s of %s are done\n", text.Number(p.Resumed),
					text.Plural(p.Total, item))
			}
			bar = a.Meter(doing, item+"s", p.Total-p.Resumed)
			defer bar.End()
		}
		bar.Set(p.Done - p.Resumed)
		if p.Result != nil {
			r = *p.Result
			r.Seconds = bar.Elapsed().Seconds()
		}
	}
	return r, nil
}
