package site

import (
	"html/template"

	"github.com/outflank/outflank/engine/runtime/text"
)

// functions are those that templates may call.
var functions = template.FuncMap{
	"number":  text.Number,
	"percent": func(share float64) string { return text.Share(share) },
	"signed":  text.Signed,
}
