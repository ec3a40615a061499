package data

import (
	"testing"

	"github.com/outflank/outflank/cmd/outflank/internal/cli/clitest"
)

var room clitest.Room = Commands

func TestMain(m *testing.M) { room.Main(m) }
