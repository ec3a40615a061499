package download

import (
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"strings"

	"github.com/outflank/outflank/engine/runtime/durable"
	"github.com/outflank/outflank/wthor"
)

// receive reads the body of a response, which starts at byte from of the file. When the file is complete and
// valid, it moves the file into place.
func (t *transfer) receive(w *watchdog, resp *http.Response, from int64) error {
	total, err := t.announced(resp, from)
	if err != nil {
		return err
	}
	t.Bytes, t.Total = from, max(total, 0)
	if from == 0 {
		if err := t.begin(resp, total); err != nil {
			return err
		}
	}
	if err := t.fill(w, resp.Body); err != nil {
		return err
	}
	if t.Bytes < total {
		return passing{error: fmt.Errorf("%w after %d of %d bytes", io.ErrUnexpectedEOF, t.Bytes, total)}
	}
	return t.finish(resp, from, total)
}

// announced returns the length of the complete file according to the response header, or -1 if it is missing.
// It returns errUnfit if the body is not the rest of the part.
func (t *transfer) announced(resp *http.Response, from int64) (total int64, err error) {
	total = resp.ContentLength
	if from > 0 {
		v := t.cache.Files[t.Name+partSuffix]
		var first, last int64
		_, err := fmt.Sscanf(resp.Header.Get("Content-Range"), "bytes %d-%d/%d", &first, &last, &total)
		if err != nil || first != from || total <= last || v.Bytes > 0 && total != v.Bytes ||
			v.contradicts(resp.Header) {
			return 0, errUnfit
		}
	}
	if t.Limit > 0 && total > t.Limit {
		return 0, fmt.Errorf("%w: the server announces %d bytes, want at most %d", errTooLarge, total, t.Limit)
	}
	return total, nil
}

// begin creates an empty part. It removes the old part before the cache records a new version, so that two
// versions are never joined, even if the process is killed in between.
func (t *transfer) begin(resp *http.Response, total int64) error {
	if err := t.drop(); err != nil {
		return err
	}
	v := versionOf(t.url.Redacted(), resp.Header)
	v.Bytes = max(total, 0)
	t.cache.Files[t.Name+partSuffix] = v
	return t.cache.write(t.dir)
}

// fill appends the body to the part.
func (t *transfer) fill(w *watchdog, body io.Reader) error {
	part, err := os.OpenFile(t.part, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o666)
	if err != nil {
		return err
	}
	return errors.Join(t.copy(w, part, body), part.Close())
}

func (t *transfer) copy(w *watchdog, part io.Writer, body io.Reader) error {
	buf := make([]byte, 32<<10)
	for {
		n, err := w.read(body, buf)
		if t.Limit > 0 && t.Bytes+int64(n) > t.Limit {
			return fmt.Errorf("%w: over %d bytes", errTooLarge, t.Limit)
		}
		if _, err := part.Write(buf[:n]); err != nil {
			return err
		}
		t.Bytes += int64(n)
		t.Received += int64(n)
		if n > 0 && !t.say() {
			return errStopped
		}
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return passing{error: err}
		}
	}
}

// finish checks the part and moves it into place.
func (t *transfer) finish(resp *http.Response, from, total int64) error {
	data, err := os.ReadFile(t.part)
	if err != nil {
		return err
	}
	if err := check(t.Name, data); err != nil {
		return t.refuse(err, resp, from, total)
	}
	if err := t.replace(data); err != nil {
		return err
	}
	v := versionOf(t.url.Redacted(), resp.Header)
	if from > 0 { // a response to a request for the rest may omit the version
		v = t.cache.Files[t.Name+partSuffix]
	}
	v.IfRange, v.Bytes, v.SHA256 = "", int64(len(data)), digest(data)
	t.cache.Files[t.Name] = v
	if err := t.drop(); err != nil {
		return err
	}
	return t.cache.write(t.dir)
}

// replace replaces the file if it has changed.
func (t *transfer) replace(data []byte) error {
	old, err := os.ReadFile(t.path)
	switch {
	case errors.Is(err, os.ErrNotExist):
		t.State = New
	case err != nil:
		return err
	case string(old) == string(data):
		t.State = Unchanged
		return nil
	default:
		t.State = Updated
	}
	return durable.Replace(t.path, func(w io.Writer) error {
		_, err := w.Write(data)
		return err
	})
}

// refuse decides how to handle a file that fails the check. A file assembled from two responses is requested
// again as a whole. A file that ends early may have been truncated in transfer if the server did not state
// its length, so it is requested again too. Otherwise the file itself is invalid. If the server sent text,
// such as a web page, the error says so.
func (t *transfer) refuse(err error, resp *http.Response, from, total int64) error {
	if from > 0 {
		return errUnfit
	}
	if kind := resp.Header.Get("Content-Type"); strings.HasPrefix(kind, "text/") {
		err = fmt.Errorf("%w (the server calls it %s)", err, kind)
	}
	if total < 0 && errors.Is(err, wthor.ErrSize) {
		return passing{error: errors.Join(err, t.drop())}
	}
	return err
}
