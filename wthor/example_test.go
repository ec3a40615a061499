package wthor_test

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"log"
	"slices"
	"strings"

	"github.com/outflank/outflank/wthor"
)

// The file holds two games: the first is sound, the second says that black has 77 of
// the 64 discs.
func ExampleReader() {
	header := []byte{20, 15, 12, 7, 2, 0, 0, 0, 0, 0, 0xDF, 7, 8, 0, 24, 0}
	sound := append([]byte{2, 0, 1, 0, 16, 1, 64, 33, 56, 64, 53, 46, 75, 66, 57, 65, 35}, make([]byte, 51)...)
	wrong := append([]byte{2, 0, 1, 0, 16, 1, 77, 33}, make([]byte, 60)...)
	file := slices.Concat(header, sound, wrong)

	r, err := wthor.NewReader(bytes.NewReader(file))
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(r.Header().N1, "games of", r.Header().Year)
	for game, err := range r.All() {
		if fe, ok := errors.AsType[*wthor.FormatError](err); ok && !fe.Fatal() {
			fmt.Println(err)
			continue
		} else if err != nil {
			log.Fatal(err)
		}
		for _, square := range game.AppendSquares(nil) {
			fmt.Printf("%c%c", 'a'+square%8, '1'+square/8)
		}
		fmt.Println("", game.Score)
	}
	// Output:
	// 2 games of 2015
	// f5d6c5f4e7f6g5e6e3 64
	// wthor: record 2 (byte 90): actual score is 77, expected 0 to 64
}

func ExampleWriter() {
	var game wthor.Game
	game.Black, game.White, game.Score, game.Theory = 1, 272, 64, 64
	if err := game.SetSquares([]uint8{37, 43, 34, 29, 52, 45, 38, 44, 20}); err != nil {
		log.Fatal(err)
	}

	var file bytes.Buffer
	header := wthor.Header{Century: 20, YearOfCentury: 26, Month: 2, Day: 24, N1: 1, Year: 2026, P1: 8, P3: 24}
	w, err := wthor.NewWriter(&file, header)
	if err != nil {
		log.Fatal(err)
	}
	if err := w.Write(game); err != nil {
		log.Fatal(err)
	}
	if err := w.Close(); err != nil {
		log.Fatal(err)
	}
	fmt.Println(file.Len(), "bytes, moves", file.Bytes()[24:34])
	// Output: 84 bytes, moves [56 64 53 46 75 66 57 65 35 0]
}

func ExampleReadPlayers() {
	file := []byte("\x14\x1a\x02\x18" + "\x00\x00\x00\x00" + "\x02\x00" + "\x00\x00\x00\x00\x00\x00" +
		"???\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00" +
		"Andr\xe9 (durdano)\x00\x00\x00\x00\x00")
	names, err := wthor.ReadPlayers(bytes.NewReader(file))
	if err != nil {
		log.Fatal(err)
	}
	for id, label := range names.Labels {
		fmt.Println(id, label)
	}
	// Output:
	// 0 ???
	// 1 André (durdano)
}

func ExampleWriteTournaments() {
	names := wthor.Names{
		Header: wthor.Header{Century: 20, YearOfCentury: 26, Month: 2, Day: 24, N2: 2},
		Labels: []string{"Championnat de Suède", "Łódź Open"},
	}
	err := wthor.WriteTournaments(&bytes.Buffer{}, names)
	fmt.Println(err)
	fmt.Println(errors.Is(err, wthor.ErrName))
	// Output:
	// wthor: record 2 (byte 42): name is "Łódź Open", expected characters of ISO-8859-1
	// true
}

// A file of one puzzle: the start of the game with black to move, who is said to get
// two discs more than white by f5.
func ExampleNewPuzzleReader() {
	header := []byte{20, 2, 11, 30, 1, 0, 0, 0, 60, 0, 0, 0, 8, 1, 0, 0}
	counts := make([]byte, 256)
	counts[4*(60-1)] = 1 // puzzle with 60 empty squares
	record := []byte{
		0xCF, 7, 0, 0, 1, 0, 0, 0, 2, 0, 0, 0, // 1999, tournament 0, players 1 and 2
		0, 0, 0, 0, 0, 0, 0x02, 0xC0, 0x03, 0x80, 0, 0, 0, 0, 0, 0,
		60, 1, 2, 56, 0, 0, 0, 0,
	}
	r, err := wthor.NewPuzzleReader(bytes.NewReader(slices.Concat(header, counts, record)))
	if err != nil {
		log.Fatal(err)
	}
	for puzzle, err := range r.All() {
		if err != nil {
			log.Fatal(err)
		}
		black, white := puzzle.Discs()
		for row := range 8 {
			for column := range 8 {
				switch square := 8*row + column; {
				case black>>square&1 == 1:
					fmt.Print("X")
				case white>>square&1 == 1:
					fmt.Print("O")
				default:
					fmt.Print("-")
				}
			}
			fmt.Println()
		}
		square, _ := wthor.Square(puzzle.Solution)
		fmt.Printf("%v to move: %c%c, %+d\n", puzzle.Side, 'a'+square%8, '1'+square/8, puzzle.Score)
	}
	// Output:
	// --------
	// --------
	// --------
	// ---OX---
	// ---XO---
	// --------
	// --------
	// --------
	// black to move: f5, +2
}

func ExampleNewPuzzleWriter() {
	puzzle := wthor.Puzzle{Year: 1999, Black: 1, White: 2, Side: wthor.BlackToMove, Score: 2,
		Solution: wthor.Move(37)}
	if err := puzzle.SetDiscs(1<<28|1<<35, 1<<27|1<<36); err != nil { // e4 d5, d4 e5
		log.Fatal(err)
	}

	var file bytes.Buffer
	w, err := wthor.NewPuzzleWriter(&file, wthor.Header{Century: 20, YearOfCentury: 2, N1: 1, N2: 60,
		P1: 8, P2: 1})
	if err != nil {
		log.Fatal(err)
	}
	if err := w.Write(puzzle); err != nil {
		log.Fatal(err)
	}
	if err := w.Close(); err != nil {
		log.Fatal(err)
	}
	fmt.Println(file.Len(), "bytes, rows 4 and 5", file.Bytes()[290:294])
	// Output: 308 bytes, rows 4 and 5 [2 192 3 128]
}

func ExampleNewWriter10() {
	game := wthor.Game10{Black: 1, White: 272, Score: 50, Theory: 50}
	if err := game.SetSquares([]uint8{56, 64}); err != nil { // g6 e7
		log.Fatal(err)
	}

	var file bytes.Buffer
	w, err := wthor.NewWriter10(&file, wthor.Header{Century: 20, YearOfCentury: 5, N1: 1, Year: 2005,
		P1: 10, P3: 22})
	if err != nil {
		log.Fatal(err)
	}
	if err := w.Write(game); err != nil {
		log.Fatal(err)
	}
	if err := w.Close(); err != nil {
		log.Fatal(err)
	}
	fmt.Println(file.Len(), "bytes, moves", file.Bytes()[24:27])
	// Output: 120 bytes, moves [79 89 0]
}

// What comes on standard input has no name and no size; its first bytes tell the kind.
func ExampleKindOf() {
	input := strings.NewReader("\x14\x1a\x02\x18" + "\x00\x00\x00\x00" + "\x02\x00" +
		"\x00\x00\x00\x00\x00\x00" +
		"???\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00" +
		"Andr\xe9 (durdano)\x00\x00\x00\x00\x00")
	br := bufio.NewReader(input)
	head, _ := br.Peek(512) // an error here comes again in reading
	switch kind := wthor.KindOf("", head, -1); kind {
	case wthor.KindPlayers:
		names, err := wthor.ReadPlayers(br)
		fmt.Println(len(names.Labels), kind, err)
	default:
		fmt.Println(kind)
	}
	fmt.Println(wthor.KindOf("base/WTH_1999.WTB", nil, -1))
	// Output:
	// 2 player names <nil>
	// games
}
