// Package browsertest has the tests of the pages in a real browser: Debian's Chromium, or another that has
// a name by which it is known. Where there is none they are skipped.
//
// OUTFLANK_SCREENSHOTS=DIR makes TestScreenshots write pictures of every page into a folder.
package browsertest
