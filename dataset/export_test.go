package dataset

// What the tests of package dataset_test see of the inside.

var (
	ReadParquet    = readParquet
	DecodeManifest = decodeManifest
	LockDir        = lockDir
)

// OnStep has f called before each action of the commit of w.
func OnStep(w *Writer, f func(string)) { w.step = f }

// Kill does to w what the end of the process does: files are closed and the lock
// is gone, nothing is swept.
func Kill(w *Writer) {
	if !w.ended {
		w.stop()
	}
	for _, t := range w.tables {
		t.file.Close()
	}
	w.unlock()
}

// CloseFiles makes all writing of w fail from now on.
func CloseFiles(w *Writer) {
	for _, t := range w.tables {
		t.file.Close()
	}
}
