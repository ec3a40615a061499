package main

import (
	"archive/zip"
	"errors"
	"os"
	"path/filepath"

	"github.com/outflank/outflank/wthor"
)

// writeRarities writes a puzzle file (solitaires.pzz) and one of 10x10 games (ten.wtd),
// each of one record, and packs the folder wthor (wthor.zip).
func writeRarities(dir string) error {
	made := wthor.Header{Century: 20, YearOfCentury: 15, Month: 6, Day: 1, N1: 1}
	return errors.Join(writePuzzle(filepath.Join(dir, "solitaires.pzz"), made),
		writeGame10(filepath.Join(dir, "ten.wtd"), made), packFolder(dir, "wthor"))
}

func writePuzzle(path string, h wthor.Header) error {
	f, err := os.Create(path)
	if err != nil {
		return err
	}
	defer f.Close()
	h.N2, h.P1, h.P2 = 12, 8, 1
	w, err := wthor.NewPuzzleWriter(f, h)
	if err != nil {
		return err
	}
	p := wthor.Puzzle{Year: 1999, Tournament: 3, Black: 17, White: 4, Side: wthor.WhiteToMove, Score: -4,
		Solution: 88}
	const empty = uint64(0xFFF) << 52 // e7 to h8
	if err := p.SetDiscs(0x00000000FFFFFFFF, ^uint64(0x00000000FFFFFFFF)&^empty); err != nil {
		return err
	}
	return errors.Join(w.Write(p), w.Close())
}

func writeGame10(path string, h wthor.Header) error {
	f, err := os.Create(path)
	if err != nil {
		return err
	}
	defer f.Close()
	h.P1, h.P3, h.Year = 10, 22, 1999
	w, err := wthor.NewWriter10(f, h)
	if err != nil {
		return err
	}
	g := wthor.Game10{Tournament: 1, Black: 2, White: 3, Score: 60}
	return errors.Join(g.SetSquares([]uint8{56, 35, 99}), w.Write(g), w.Close())
}

func packFolder(dir, name string) error {
	f, err := os.Create(filepath.Join(dir, name+".zip"))
	if err != nil {
		return err
	}
	defer f.Close()
	z := zip.NewWriter(f)
	return errors.Join(z.AddFS(os.DirFS(filepath.Join(dir, name))), z.Close())
}
