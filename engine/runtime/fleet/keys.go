package fleet

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"strings"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nkeys"

	"github.com/outflank/outflank/engine/runtime/fault"
	"github.com/outflank/outflank/engine/runtime/text"
)

// A nkey is a pair of Ed25519 keys as NATS writes them. The holder of the seed signs what the server
// asks, which needs to know the public key only: unlike a token it is never sent, and it can
// be taken from one user without the others noticing.

// NewKey returns a new nkey: the seed, to be kept secret, and the public key of a user.
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

// maxKeys is how large a file of keys may be, in bytes: 100,000 keys.
const maxKeys = 8 << 20

// ReadKeys returns the public keys in a file: one at the beginning of each line, perhaps followed by other
// text such as its owner's name. It skips lines that are blank or begin with #. The error is bad input if a
// line or the file has no key.
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

// credentials returns the option for the credentials of a user, or for the seed of a nkey and its public key,
// in a file.
func credentials(path string) (option nats.Option, key string, err error) {
	text, err := os.ReadFile(path)
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
