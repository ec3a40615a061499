package fault

import "fmt"

// A SettingError reports a setting with an invalid value. Setting is its name in files or the name of its
// flag, "random_plies" or "random-plies"; code that converts names to flags accepts both.
type SettingError struct {
	Setting string
	Value   string // "" if the error does not concern a single value
	Err     error  // the reason
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

// Misuse marks the error, see [IsMisuse], unless the problem is in a file that the setting names.
func (e *SettingError) Misuse() bool { return !IsBadInput(e.Err) }
