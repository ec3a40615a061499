package cli

// Shorten cuts the middle out of a long text, such as a spec with a path in it. A
// line that wraps would spoil drawing over the board.
func Shorten(text string, width int) string {
	letters := []rune(text)
	if len(letters) <= width {
		return text
	}
	half := (width - 3) / 2
	return string(letters[:half]) + "..." + string(letters[len(letters)-half:])
}
