// Package browsertest tests the pages in a real browser: Debian's Chromium or another Chromium with a
// well-known name. If no browser is installed, the tests are skipped.
//
// With OUTFLANK_SCREENSHOTS=DIR, TestPages writes screenshots of every page into a folder, in the light and
// dark theme, at the widths of phones, tablets and desktop screens.
package browsertest
