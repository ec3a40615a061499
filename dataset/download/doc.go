// Package download fetches the files of the WTHOR database from the server of the
// French Othello federation, or from a mirror, into a folder, and keeps the folder
// up to date. It contacts a server only when the caller ranges over [Config.Fetch].
//
//	cfg := download.Default
//	for p, err := range cfg.Fetch(ctx, "wthor", download.Names(1977, 2025)) {
//		if err != nil {
//			return err
//		}
//		if p.State.Final() {
//			fmt.Println(p.Name, p.State) // WTHOR.JOU new
//		}
//	}
//
// The way of a file:
//
//	server ── GET, Range ──▶ WTH_2001.wtb.part ── check ──▶ WTH_2001.wtb
//	                               │                             │
//	                               └───────  download.json  ─────┘
//
// What arrives is appended to a part, which stays when the transfer is cut off,
// stalls or is interrupted; the next try asks for the rest only. A whole file must
// read as WTHOR from its first byte to its last and be of the year in its name
// before it replaces what was there, at once ([durable.Replace]). Whatever a server
// says about lengths, the format knows how long its files are.
//
// download.json holds the version of each file and part as the server names it
// (ETag, Last-Modified; RFC 9110, section 8.8), so that parts of two versions are
// never joined and a file that has not changed is not sent again. It is a cache:
// without it, or when it is damaged, everything is fetched again. The times of the
// files themselves are not used, because copies of a folder do not keep them.
//
// Requests follow one another on one connection, for a club's server and files
// that are small. Libraries that retry requests stop at the header of the answer;
// here it is the body that has to resume where it was interrupted.
package download
