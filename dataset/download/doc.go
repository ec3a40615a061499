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
// Received bytes are appended to a part, which stays when the transfer breaks, stalls or is interrupted; the
// next try requests only the rest. A complete file must be valid WTHOR and of the year in its name. Then it
// replaces the old file atomically ([durable.Replace]). The length of a file follows from the format, not
// from the server.
//
// download.json holds the version of each file and part as the server names it (ETag, Last-Modified; RFC
// 9110, section 8.8), so that parts of two versions are never joined and a file that has not changed is not
// sent again. It is a cache: if it is missing or damaged, everything is fetched again. The times of the files
// are not used, because copies of a folder do not keep them.
//
// Requests follow one another on one connection, because the server is a club's and the files are small.
// Libraries that retry requests stop at the header of the answer; here the body has to resume where it was
// interrupted.
package download
