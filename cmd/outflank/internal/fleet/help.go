package fleet

import _ "embed"

// help is the text of outflank fleet --help.
//
//go:embed help.txt
var help string
