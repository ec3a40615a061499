package fault

import "fmt"

// A SettingError names a setting with an invalid value. The name is the one used in files, such as
// "random_plies", or that of the command's flag without dashes in front, "random-plies"; code that turns
// names into flags accepts both.
type SettingError struct {
	Setting string
	Value   string // "" if the error is not about one value
	Err     error  // why
}

// Setting returns the error for a setting's value, with the reason as in [fmt.Errorf].
func Setting(name string, value any, format string, args ...any) error {
	return &SettingError{name, fmt.Sprint(value), fmt.Errorf(format, args...)}
}

// Error names the setting, its value and the reason.
func (e *SettingError) Error() string {
	if e.Value == "" {
		return fmt.Sprintf("%s: %v", e.Setting, e.Err)
	}
	return fmt.Sprintf("%s %s: %v", e.Setting, e.Value, e.Err)
}

// Unwrap returns Err.
func (e *SettingError) Unwrap() error { return e.Err }

// Misuse marks the error, see [IsMisuse], unless the fault is in a file that the setting names.
func (e *SettingError) Misuse() bool { return !IsBadInput(e.Err) }
