package download

// What the tests of package download_test see of the inside.
var (
	ErrBase     = errBase
	ErrMissing  = errMissing
	ErrStalled  = errStalled
	ErrStatus   = errStatus
	ErrTooLarge = errTooLarge
)

// A FileError is a fileError.
type FileError = fileError
