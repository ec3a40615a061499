// Package browsertest has the tests of the pages in a real browser: Debian's Chromium, or another that has
// a name by which it is known. Where there is none they are skipped.
//
// With OUTFLANK_SCREENSHOTS=DIR, TestPages writes pictures of every page into a folder, at the widths of
// phones, tablets and screens, light and dark.
package browsertest
