package fleet

import (
	"bytes"
	"errors"
	"fmt"
	"strings"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nkeys"

	"github.com/outflank/outflank/engine/runtime/durable"
	"github.com/outflank/outflank/engine/runtime/fault"
	"github.com/outflank/outflank/engine/runtime/text"
)

// An nkey is a pair of Ed25519 keys in the format of NATS. The client signs a nonce of the server with the
// seed, and the server needs only the public key. Unlike a token, the seed is never sent, and one user's
// key can be revoked without affecting other users.

// NewKey returns a user's new nkey: the seed, which must be kept secret, and the public key.
func NewKey() (seed []byte, public string, err error) {
	pair, err := nkeys.CreateUser()
	if err != nil {
		return nil, "", fmt.Errorf("fleet: %w", err)
	}
	if public, err = pair.PublicKey(); err == nil {
		seed, err = pair.Seed()
	}
	return seed, public, err
}

// maxKeys is the limit of a file of keys, in bytes. It is enough for 100,000 keys.
const maxKeys = 8 << 20

// ReadKeys returns the public keys in a file. Blank lines and lines that begin with # are skipped. Every
// other line must begin with a key; other text, such as the owner's name, may follow. The error is bad input
// if a line does not begin with a key or the file contains no key.
func ReadKeys(path string) (keys []string, err error) {
	text, err := text.ReadFile(path, maxKeys)
	if err != nil {
		return nil, err
	}
	n := 0
	for line := range strings.Lines(text) {
		n++
		words := strings.Fields(line)
		if len(words) == 0 || strings.HasPrefix(words[0], "#") {
			continue
		}
		if !nkeys.IsValidPublicUserKey(words[0]) {
			return nil, fault.BadInput(fmt.Errorf("%s:%d: want the public nkey of a user, which "+
				"begins with U", path, n))
		}
		keys = append(keys, words[0])
	}
	if len(keys) == 0 {
		return nil, fault.BadInput(fmt.Errorf("%s: %w", path, errors.New("no nkey is in it")))
	}
	return keys, nil
}

// credentials reads a file with a user's NATS credentials or the seed of an nkey. It returns the option for
// the connection and, for an nkey, the public key.
func credentials(path string) (option nats.Option, key string, err error) {
	text, err := durable.ReadFile(path)
	if err != nil {
		return nil, "", err
	}
	if bytes.Contains(text, []byte("NATS USER JWT")) {
		return nats.UserCredentials(path), "", nil
	}
	pair, err := nkeys.ParseDecoratedNKey(text)
	if err == nil {
		key, err = pair.PublicKey()
	}
	if err == nil {
		option, err = nats.NkeyOptionFromSeed(path)
	}
	if err != nil {
		return nil, "", fault.BadInput(fmt.Errorf("%s: neither credentials of a NATS server nor the seed of a "+
			"user's nkey", path))
	}
	return option, key, nil
}
