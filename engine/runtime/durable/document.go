package durable

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
)

// The last line of a document is formatted by hand, because its checksum covers the bytes before it.
const (
	documentSum  = ",\n  \"crc32c\": \""
	documentTail = "\"\n}\n"
	documentEnd  = "\n}\n"
)

// Document returns v, which must encode to an object with at least one field, as readable JSON:
//
//	{
//	  "games": 100,
//	  "crc32c": "8a5424aa"
//	}
//
// The last field is the CRC-32C of the text without it.
func Document(v any) ([]byte, error) {
	var text bytes.Buffer
	e := json.NewEncoder(&text)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	if err := e.Encode(v); err != nil {
		return nil, err
	}
	bare, ok := bytes.CutSuffix(text.Bytes(), []byte(documentEnd))
	if !ok {
		return nil, fmt.Errorf("%T is no object with fields", v)
	}
	return fmt.Appendf(bare[:len(bare):len(bare)], "%s%08x%s", documentSum, Sum(text.Bytes()), documentTail), nil
}

// ReadDocument decodes a text from [Document] into v. It returns an error if the text was changed or
// contains fields that v does not have.
func ReadDocument(text []byte, v any) error {
	cut := len(text) - len(documentSum) - 8 - len(documentTail)
	if cut < 0 || !bytes.HasPrefix(text[cut:], []byte(documentSum)) ||
		!bytes.HasSuffix(text, []byte(documentTail)) {
		return errors.New("damaged: it does not end with its checksum")
	}
	said := string(text[cut+len(documentSum):][:8])
	bare := append(text[:cut:cut], documentEnd...)
	if sum := fmt.Sprintf("%08x", Sum(bare)); sum != said {
		return fmt.Errorf("damaged or changed: crc32c is %q, want %q", said, sum)
	}
	return Strict(bare, v)
}

// Strict decodes JSON into v as [json.Unmarshal] does, but returns an error for fields that v does not have.
// Such fields come from another version and would be lost silently.
func Strict(text []byte, v any) error {
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	if err := d.Decode(v); err != nil {
		return err
	}
	if _, err := d.Token(); err != io.EOF {
		return errors.New("more than one value")
	}
	return nil
}
