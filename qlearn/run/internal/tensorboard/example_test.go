package tensorboard_test

import (
	"bytes"
	"fmt"

	"github.com/outflank/outflank/qlearn/run/internal/tensorboard"
)

// A curve of two points. The first record names the version of the format.
func ExampleWriter() {
	var file bytes.Buffer
	w := tensorboard.NewWriter(&file, 1.7e9)
	w.Scalars(100, 1.7e9+2, tensorboard.Scalar{Tag: "train/error", Value: 0.5})
	w.Scalars(200, 1.7e9+4, tensorboard.Scalar{Tag: "train/error", Value: 0.25})
	fmt.Println(w.Error(), file.Len(), bytes.Contains(file.Bytes(), []byte("brain.Event:2")))
	// Output: <nil> 139 true
}
