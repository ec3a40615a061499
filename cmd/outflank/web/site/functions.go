package site

import (
	"html/template"

	"github.com/outflank/outflank/engine/report"
)

// functions are those that templates may call.
var functions = template.FuncMap{
	"number":  report.Number,
	"percent": func(share float64) string { return report.Share(share) },
	"signed":  report.Signed,
}
