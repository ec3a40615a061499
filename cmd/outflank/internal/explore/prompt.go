package explore

import (
	"strings"
	"unicode"

	"github.com/outflank/outflank/cmd/outflank/internal/window"
	"github.com/outflank/outflank/dataset/stats"
	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/engine/runtime/text"
)

// askOpening opens the list of openings, where the person types a part of a name.
func (b *browser) askOpening() job {
	b.pane, b.typed, b.chosen = openingsPane, nil, 0
	return nil
}

// askRating opens the prompt for a range of ratings.
func (b *browser) askRating() job {
	b.pane, b.typed = ratingPane, []rune(b.rating.String())
	return nil
}

// pressTyping handles a key while the person types text.
func (b *browser) pressTyping(key window.Key) job {
	if b.scroll(key) {
		return nil
	}
	switch key {
	case window.Escape:
		b.pane, b.chosen = movesPane, 0
	case window.Erase:
		b.typed, b.chosen = b.typed[:max(0, len(b.typed)-1)], 0
	case window.EndOfInput:
		return b.leave()
	case window.Enter:
		if b.pane == ratingPane {
			return b.takeRating()
		}
		return b.takeOpening()
	default:
		if unicode.IsPrint(rune(key)) {
			b.typed, b.chosen = append(b.typed, rune(key)), 0
		}
	}
	return nil
}

// openings returns the openings whose names match the typed text, the best match first. Without text, it
// returns all.
func (b *browser) openings() (list []stats.NamedOpening) {
	all := stats.NamedOpenings()
	if strings.TrimSpace(string(b.typed)) == "" {
		return all
	}
	known := make([]string, len(all))
	for i, o := range all {
		known[i] = o.Name
	}
	for _, m := range text.FindNames(string(b.typed), known) {
		list = append(list, all[m.Index])
	}
	return list
}

// takeOpening goes to the chosen opening.
func (b *browser) takeOpening() job {
	list := b.openings()
	if len(list) == 0 {
		b.notice = "no opening has this name"
		return nil
	}
	g, err := engine.ParseGame(engine.StandardStart(), list[b.chosen].Moves)
	if err != nil {
		b.notice = err.Error()
		return nil
	}
	return b.walk(g)
}

// takeRating restricts the games to the typed range of ratings. Without text, all games count.
func (b *browser) takeRating() job {
	var r ratingFlag
	if text := strings.TrimSpace(string(b.typed)); text != "" {
		if err := r.Set(text); err != nil {
			b.notice = err.Error()
			return nil
		}
	}
	b.pane = movesPane
	if r == (ratingFlag{}) {
		b.setRating(r)
		return b.walk(b.game)
	}
	return b.whenRated(func() job {
		b.setRating(r)
		return b.walk(b.game)
	})
}
