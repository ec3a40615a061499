package download

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"os"
)

// request sends one request and processes the response. have is the length of the part to continue; 0 =
// request the whole file.
func (t *transfer) request(ctx context.Context, have int64) error {
	t.State, t.Bytes, t.Total = Fetching, have, t.cache.Files[t.Name+partSuffix].Bytes
	if !t.say() {
		return errStopped
	}
	w := watch(ctx, t.Stall)
	defer w.stop()
	req, conditional, err := t.newRequest(w.ctx, have)
	if err != nil {
		return err
	}
	resp, err := t.http.Do(req)
	if err != nil {
		return requestError(w.explain(err))
	}
	w.timer.Stop()
	defer resp.Body.Close()
	return t.answer(w, resp, have, conditional)
}

func (t *transfer) answer(w *watchdog, resp *http.Response, have int64, conditional bool) error {
	switch code := resp.StatusCode; {
	case code == http.StatusOK:
		return t.receive(w, resp, 0)
	case code == http.StatusPartialContent && have > 0:
		return t.receive(w, resp, have)
	case code == http.StatusRequestedRangeNotSatisfiable && have > 0:
		return errUnfit
	case code == http.StatusNotModified && conditional:
		t.State = Unchanged
		return nil
	case code == http.StatusNotFound, code == http.StatusGone:
		t.State = Missing
		return nil
	}
	return statusError(resp)
}

// newRequest requests the rest of a part, or the whole file if there is no part. If the folder contains a
// known version, the request is conditional: the server may answer that the file is unchanged.
func (t *transfer) newRequest(ctx context.Context,
	have int64) (req *http.Request, conditional bool, err error) {
	req, err = http.NewRequestWithContext(ctx, http.MethodGet, t.url.String(), nil)
	if err != nil {
		return nil, false, err
	}
	req.Header.Set("User-Agent", "outflank")
	req.Header.Set("Accept-Encoding", "identity") // so that ranges and lengths refer to the file itself
	if have > 0 {
		req.Header.Set("Range", fmt.Sprintf("bytes=%d-", have))
		req.Header.Set("If-Range", t.cache.Files[t.Name+partSuffix].IfRange)
		return req, false, nil
	}
	v := t.known()
	if v.ETag != "" {
		req.Header.Set("If-None-Match", v.ETag)
	}
	if v.LastModified != "" {
		req.Header.Set("If-Modified-Since", v.LastModified)
	}
	return req, v.ETag != "" || v.LastModified != "", nil
}

// known returns the version of the file in the folder. It is zero if the file may have been changed or comes
// from a different server.
func (t *transfer) known() version {
	v := t.cache.Files[t.Name]
	if v.URL != t.url.Redacted() {
		return version{}
	}
	data, err := os.ReadFile(t.path)
	if err != nil || digest(data) != v.SHA256 {
		return version{}
	}
	return v
}

// have returns the length of a part that can be continued, or 0.
func (t *transfer) have() int64 {
	v := t.cache.Files[t.Name+partSuffix]
	info, err := os.Lstat(t.part)
	if err != nil || !info.Mode().IsRegular() || v.IfRange == "" || v.URL != t.url.Redacted() {
		return 0
	}
	return info.Size()
}

// drop removes the part.
func (t *transfer) drop() error {
	delete(t.cache.Files, t.Name+partSuffix)
	if err := os.Remove(t.part); err != nil && !errors.Is(err, os.ErrNotExist) {
		return err
	}
	return nil
}
