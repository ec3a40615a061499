package fault

import "fmt"

// A SettingError says which setting cannot be as it is. Settings are called as in the files that
// keep them or by the command's flags without dashes, "random_plies" or "random-plies"; which is
// the same to code that turns them into flags.
type SettingError struct {
	Setting string
	Value   string // "" if it is not one value that is wrong
	Err     error  // why
}

// Setting returns the error of a setting's value, with the reason as [fmt.Errorf] formats it.
func Setting(name string, value any, format string, args ...any) error {
	return &SettingError{name, fmt.Sprint(value), fmt.Errorf(format, args...)}
}

// Error names the setting, its value and what is wrong.
func (e *SettingError) Error() string {
	if e.Value == "" {
		return fmt.Sprintf("%s: %v", e.Setting, e.Err)
	}
	return fmt.Sprintf("%s %s: %v", e.Setting, e.Value, e.Err)
}

// Unwrap returns Err.
func (e *SettingError) Unwrap() error { return e.Err }

// Misuse marks the error, see [IsMisuse], unless a file is wrong that the setting names.
func (e *SettingError) Misuse() bool { return !IsBadInput(e.Err) }
