package store_test

import (
	"encoding/binary"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/outflank/outflank/dataset"
	"github.com/outflank/outflank/engine"
)

// A figureSet holds figures under the names of reference.json, numbers as float64
// like those of encoding/json.
type figureSet map[string]any

func (f figureSet) count(name string, holds bool) { f.add(name, count(holds)) }

func (f figureSet) add(name string, n int) {
	sum, _ := f[name].(float64)
	f[name] = sum + float64(n)
}

// Every figure of every file, and their totals, are those of the other program: what
// bytes alone tell is read here without package wthor, the rest from the tables.
func TestRealFiles(t *testing.T) {
	for _, folder := range []string{"wthor", "wthor-2001-2015"} {
		t.Run(folder, func(t *testing.T) {
			g := realTables(t, folder)
			var ref struct {
				Files  []figureSet
				Totals figureSet
			}
			readJSON(t, realPath(t, folder+"/reference.json"), &ref)
			labels := [3]int{len(tournaments(t, g)), len(players(t, g)), len(players(t, g))}
			files, seen := map[string]*wtbFile{}, map[string]bool{}
			for _, s := range g.Manifest().Sources {
				files[s.Name] = readWTB(t, realPath(t, folder+"/"+s.Name))
			}
			for game, err := range g.All() {
				if err != nil {
					t.Fatal(err)
				}
				files[game.Source].addGame(&game, labels, seen)
			}
			totals := figureSet{}
			for _, want := range ref.Files {
				f := files[want["file"].(string)]
				if diff := cmp.Diff(want, f.figureSet); diff != "" {
					t.Errorf("%s: %s", want["file"], diff)
				}
				for name := range ref.Totals {
					totals.add(name, int(f.figureSet[name].(float64)))
				}
			}
			if diff := cmp.Diff(ref.Totals, totals); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// A wtbFile is the bytes of a file of games and what they come to.
type wtbFile struct {
	figureSet
	records []byte
	depth   int // empties of the theoretical score
}

// readWTB reads a header of 16 bytes: century, year, month, day, N1, N2, year of the
// games, P1, P2, P3, reserved.
func readWTB(t *testing.T, path string) *wtbFile {
	t.Helper()
	b := content(t, path)
	name := filepath.Base(path)
	n, year := int(binary.LittleEndian.Uint32(b[4:])), int(binary.LittleEndian.Uint16(b[10:]))
	f := &wtbFile{figureSet{}, b[16:], int(b[14])}
	for i, field := range []string{"century", "year", "month", "day"} {
		f.add("hdr_"+field, int(b[i]))
	}
	for i, field := range []string{"p1_board", "p2_solitaire", "p3_depth", "reserved"} {
		f.add("hdr_"+field, int(b[12+i]))
	}
	f.add("hdr_n1", n)
	f.add("hdr_n2", int(binary.LittleEndian.Uint16(b[8:])))
	f.add("hdr_game_year", year)
	f.add("size", len(b))
	f.add("trailing_bytes", len(b)-16-68*n)
	f.figureSet["size_matches_16_plus_68n1"] = len(b) == 16+68*n
	f.figureSet["name_year_equals_header_year"] = name == "WTH_"+strconv.Itoa(year)+".wtb"
	f.figureSet["file"], f.figureSet["sha256"] = name, sha(b)
	return f
}

// addGame counts a game of the file: its record, with the number of labels that its
// ids may name and the records of the database seen so far, and what the replay found.
func (f *wtbFile) addGame(g *dataset.Game, labels [3]int, seen map[string]bool) {
	record := f.records[68*g.Record:][:68]
	f.count("exact_duplicate_68_byte_records_within_db", seen[string(record)])
	seen[string(record)] = true
	f.addIDs(record, labels)
	f.addBytes(record)
	f.addResult(g)
	f.addEnd(g)
}

func (f *wtbFile) addIDs(record []byte, labels [3]int) {
	var ids [3]int
	for i, what := range []string{"tournament", "black", "white"} {
		ids[i] = int(binary.LittleEndian.Uint16(record[2*i:]))
		f.count(what+"_id_zero", ids[i] == 0)
		f.count(what+"_id_out_of_range", ids[i] >= labels[i])
	}
	f.count("black_id_equals_white_id", ids[1] == ids[2])
}

// addBytes counts what a record of 68 bytes tells: ids, score, theoretical score and
// 60 moves as row and column, 11 to 88, ended by a zero.
func (f *wtbFile) addBytes(record []byte) {
	score, theory, moves := record[6], record[7], record[8:]
	played := moves
	if end := strings.IndexByte(string(moves), 0); end >= 0 {
		played = moves[:end]
	}
	invalid := false
	for _, m := range played {
		invalid = invalid || m/10 < 1 || m/10 > 8 || m%10 < 1 || m%10 > 8
	}
	f.add("games", 1)
	f.add("plies", len(played))
	f.add("sum_black_recorded_score", int(score))
	f.add("sum_theoretical_score", int(theory))
	f.count("black_wins_recorded", score > 32)
	f.count("draws_recorded", score == 32)
	f.count("white_wins_recorded", score < 32)
	f.count("theoretical_equals_recorded", score == theory)
	f.count("theoretical_score_zero", theory == 0)
	f.count("recorded_score_over_64", score > 64)
	f.count("theoretical_score_over_64", theory > 64)
	f.count("zero_move_games", len(played) == 0)
	f.count("games_with_invalid_move_byte", invalid)
	f.count("games_with_nonzero_after_end_marker", strings.Trim(string(moves[len(played):]), "\x00") != "")
	f.count("games_shorter_than_60_minus_p3_plies", len(played) < 60-f.depth)
	f.count("short_games_theo_equals_recorded", len(played) < 60-f.depth && score == theory)
}

// addResult counts what the replay tells.
func (f *wtbFile) addResult(g *dataset.Game) {
	equal := g.Replayed == g.Score
	f.count("replayed_final_score_equals_recorded", equal)
	f.count("replayed_final_score_differs", !equal)
	f.count("wipeouts_replayed", g.Replayed == 64 || g.Replayed == -64)
	f.add("passes", g.Passes)
	f.count("games_with_pass", g.Passes > 0)
	f.count("games_with_two_or_more_passes", g.Passes >= 2)
	f.count("games_in_xot_named_tournaments", strings.Contains(g.Tournament, "XOT"))
}

// addEnd counts how the game ends.
func (f *wtbFile) addEnd(g *dataset.Game) {
	equal, complete, unfinished := g.Replayed == g.Score, g.Status == dataset.Complete,
		g.Status == dataset.Unfinished
	end, _ := g.End()
	f.count("terminal_games", complete)
	f.count("terminal_score_match", complete && equal)
	f.count("terminal_score_mismatch", complete && !equal)
	f.count("terminal_mismatch_but_raw_disc_count_matches", complete && !equal &&
		2*end.Discs(engine.Black).Len()-64 == g.Score)
	f.count("terminal_with_60_moves", complete && len(g.Moves) == 60)
	f.count("terminal_with_empties", complete && g.Empties > 0)
	f.count("unfinished_games", unfinished)
	f.count("unfinished_score_match", unfinished && equal)
	f.count("unfinished_score_mismatch", unfinished && !equal)
	f.count("unfinished_recorded_result_same_sign_as_discs", unfinished && signum(g.Replayed) == signum(g.Score))
	f.count("games_with_illegal_move", g.Status == dataset.Illegal)
	f.count("games_with_moves_after_terminal", g.Status == dataset.Illegal && end.Board.Moves() == 0)
	f.count("illegal_but_legal_for_opponent", g.Status == dataset.Illegal && end.Board.Pass().Moves() != 0)
}

func signum(n int) int { return count(n > 0) - count(n < 0) }

// Every figure of the names files is that of the other program, read byte by byte.
func TestRealNamesFiles(t *testing.T) {
	for _, folder := range []string{"wthor", "wthor-2001-2015"} {
		var ref struct{ Players, Tournaments figureSet }
		readJSON(t, realPath(t, folder+"/reference.json"), &ref)
		for _, test := range []struct {
			want  figureSet
			width int
		}{{ref.Players, 20}, {ref.Tournaments, 26}} {
			for _, elsewhere := range []string{
				"count", "First", "Last", "ids_used_by_some_game", // checkNames
				"non_ascii_names_latin1_decoded", // package wthor
			} {
				delete(test.want, elsewhere)
			}
			got := namesFile(t, realPath(t, folder+"/"+test.want["file"].(string)), test.width)
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Errorf("%s: %s", folder, diff)
			}
		}
	}
}

// namesFile counts labels of some bytes each, which end in a zero.
func namesFile(t *testing.T, path string, width int) figureSet {
	t.Helper()
	b := content(t, path)
	word := func(at int) float64 { return float64(binary.LittleEndian.Uint16(b[at:])) }
	n1, n := int(binary.LittleEndian.Uint32(b[4:])), int(binary.LittleEndian.Uint16(b[8:]))
	f := figureSet{
		"file": filepath.Base(path), "size": float64(len(b)), "sha256": sha(b),
		"size_matches": len(b) == 16+n*width,
		"hdr_century_year_month_day_n1_n2_gameyear_p1_p2_p3_reserved": []any{
			float64(b[0]), float64(b[1]), float64(b[2]), float64(b[3]), float64(n1), float64(n), word(10),
			float64(b[12]), float64(b[13]), float64(b[14]), float64(b[15]),
		},
	}
	seen := map[string]bool{}
	for i := range n {
		label, rest, _ := strings.Cut(string(b[16+i*width:][:width]), "\x00")
		f.count("empty_names", label == "")
		f.count("duplicate_names", seen[label])
		f.count("bytes_after_first_nul", strings.Trim(rest, "\x00") != "")
		f.count("names_using_every_byte_but_the_nul", len(label) == width-1)
		seen[label] = true
	}
	return f
}
