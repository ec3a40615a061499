package download

import (
	"crypto/sha256"
	"encoding/hex"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/outflank/outflank/engine/runtime/durable"
)

const (
	cacheName  = "download.json"
	partSuffix = ".part"
)

// A cache records the versions of the files and parts in a folder.
type cache struct {
	Version int                `json:"version"`
	Files   map[string]version `json:"files"` // by name; a part's name ends in .part
}

// cacheVersion increases when the fields change.
const cacheVersion = 1

// A version identifies the content of a file on a server.
type version struct {
	URL          string `json:"url"`
	ETag         string `json:"etag,omitempty"`
	LastModified string `json:"last_modified,omitempty"`
	IfRange      string `json:"if_range,omitempty"` // for parts: a validator of the version, for requesting the rest; "" = none
	Bytes        int64  `json:"bytes,omitempty"`    // size of the complete file; 0 = unknown
	SHA256       string `json:"sha256,omitempty"`   // of complete files
}

// readCache returns the cache of a folder, or an empty one if it is unreadable.
func readCache(dir string) *cache {
	c := &cache{}
	text, err := os.ReadFile(filepath.Join(dir, cacheName))
	if err != nil || durable.ReadDocument(text, c) != nil || c.Version != cacheVersion || c.Files == nil {
		return &cache{Version: cacheVersion, Files: map[string]version{}}
	}
	return c
}

func (c *cache) write(dir string) error {
	text, err := durable.Document(c)
	if err != nil {
		return err
	}
	return durable.WriteFile(filepath.Join(dir, cacheName), text)
}

// versionOf returns the version of a file, given a response header.
func versionOf(url string, h http.Header) version {
	return version{URL: url, ETag: h.Get("ETag"), LastModified: h.Get("Last-Modified"), IfRange: ifRange(h)}
}

// ifRange returns the validator for requesting the rest of a file: a strong ETag or, without any ETag, a date
// at least a second old, because a file may change twice in a second. (RFC 9110, sections 8.8.2.2 and
// 13.1.5.)
func ifRange(h http.Header) string {
	if tag := h.Get("ETag"); tag != "" {
		if strings.HasPrefix(tag, "W/") {
			return ""
		}
		return tag
	}
	modified, err1 := http.ParseTime(h.Get("Last-Modified"))
	sent, err2 := http.ParseTime(h.Get("Date"))
	if err1 != nil || err2 != nil || sent.Before(modified.Add(time.Second)) {
		return ""
	}
	return h.Get("Last-Modified")
}

// contradicts reports whether the header of a partial response shows a different version. Servers may omit
// the version, so missing fields do not contradict.
func (v version) contradicts(h http.Header) bool {
	differ := func(was, is string) bool { return was != "" && is != "" && was != is }
	return differ(v.ETag, h.Get("ETag")) || differ(v.LastModified, h.Get("Last-Modified"))
}

func digest(data []byte) string {
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:])
}
