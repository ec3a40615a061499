//go:build !unix

package protocol

// alive knows nothing where there are no process groups; the test then proves nothing.
func alive(int) bool { return false }
