package web

import (
	"reflect"

	"github.com/outflank/outflank/cmd/outflank/internal/web/analysis"
	"github.com/outflank/outflank/cmd/outflank/internal/web/club"
	"github.com/outflank/outflank/cmd/outflank/internal/web/database"
	"github.com/outflank/outflank/cmd/outflank/internal/web/games"
	"github.com/outflank/outflank/cmd/outflank/internal/web/position"
	"github.com/outflank/outflank/cmd/outflank/internal/web/studies"
	"github.com/outflank/outflank/cmd/outflank/internal/web/watch"
	"github.com/outflank/outflank/dataset/explore"
	engineanalysis "github.com/outflank/outflank/engine/analysis"
	"github.com/outflank/outflank/engine/arena"
	"github.com/outflank/outflank/qlearn/agents"
	"github.com/outflank/outflank/qlearn/run"
	"github.com/outflank/outflank/qlearn/tuning"
	"github.com/outflank/outflank/qlearn/workspace"
)

// schemas names the types of the API whose own names say too little outside their packages.
var schemas = map[reflect.Type]string{
	reflect.TypeFor[position.View]():       "Board",
	reflect.TypeFor[position.Move]():       "LegalMove",
	reflect.TypeFor[position.Value]():      "MoveValue",
	reflect.TypeFor[position.Values]():     "PositionValues",
	reflect.TypeFor[analysis.Review]():     "ReviewStep",
	reflect.TypeFor[engineanalysis.Game](): "ReviewedGame",
	reflect.TypeFor[engineanalysis.Move](): "ReviewedMove",
	reflect.TypeFor[games.View]():          "Game",
	reflect.TypeFor[games.Answer]():        "Agent",
	reflect.TypeFor[games.Catalogue]():     "AgentCatalogue",
	reflect.TypeFor[games.Kind]():          "AgentKind",
	reflect.TypeFor[agents.Param]():        "AgentParameter",
	reflect.TypeFor[games.End]():           "GameEnd",
	reflect.TypeFor[games.Setup]():         "GameSetup",
	reflect.TypeFor[games.Side]():          "GameSide",
	reflect.TypeFor[games.Summary]():       "GameSummary",
	reflect.TypeFor[games.List]():          "GameList",
	reflect.TypeFor[games.Move]():          "PlayedMove",
	reflect.TypeFor[games.Name]():          "PlayerName",
	reflect.TypeFor[database.About]():      "Database",
	reflect.TypeFor[database.Answer]():     "StatisticResult",
	reflect.TypeFor[database.Game]():       "RecordedGame",
	reflect.TypeFor[database.Record]():     "RecordedGameDetails",
	reflect.TypeFor[database.List]():       "RecordedGamePage",
	reflect.TypeFor[database.Versus]():     "HeadToHead",
	reflect.TypeFor[explore.Move]():        "ExploredMove",
	reflect.TypeFor[explore.Example]():     "ExampleGame",
	reflect.TypeFor[arena.Summary]():       "MatchSummary",
	reflect.TypeFor[arena.Test]():          "SequentialTest",
	reflect.TypeFor[run.Match]():           "Evaluation",
	reflect.TypeFor[tuning.Row]():          "TuningRow",
	reflect.TypeFor[club.View]():           "ClubEvening",
	reflect.TypeFor[club.Summary]():        "ClubEveningSummary",
	reflect.TypeFor[club.List]():           "ClubEveningList",
	reflect.TypeFor[club.Plan]():           "ClubEveningPlan",
	reflect.TypeFor[club.Pairing]():        "ClubPairing",
	reflect.TypeFor[club.Row]():            "ClubTableRow",
	reflect.TypeFor[club.Ruling]():         "ClubRuling",
	reflect.TypeFor[studies.View]():        "SavedStudy",
	reflect.TypeFor[studies.Summary]():     "StudySummary",
	reflect.TypeFor[studies.List]():        "StudyList",
	reflect.TypeFor[studies.Note]():        "StudyNote",
	reflect.TypeFor[studies.Change]():      "StudyChange",
	reflect.TypeFor[studies.Text]():        "TextFile",
	reflect.TypeFor[run.Setting]():         "RunSetting",
	reflect.TypeFor[watch.Game]():          "WatchedGame",
	reflect.TypeFor[watch.Model]():         "RunModel",
	reflect.TypeFor[watch.Pace]():          "RunPace",
	reflect.TypeFor[watch.Played]():        "WatchedGames",
	reflect.TypeFor[watch.Point]():         "LearningPoint",
	reflect.TypeFor[watch.Differences]():   "RunDifferences",
	reflect.TypeFor[workspace.Problem]():   "UnreadableFile",
	reflect.TypeFor[workspace.Entry]():     "WorkspaceEntry",
	reflect.TypeFor[workspace.Listing]():   "WorkspaceListing",
}
