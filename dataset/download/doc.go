// Package download fetches the files of the WTHOR database from the French Othello federation's server, or
// from a mirror, into a folder and keeps the folder up to date. It contacts a server only when the caller
// ranges over [Config.Fetch].
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
// A file is processed as follows:
//
//	server ── GET, Range ──▶ WTH_2001.wtb.part ── check ──▶ WTH_2001.wtb
//	                               │                             │
//	                               └───────  download.json  ─────┘
//
// Received bytes are appended to a part, which stays if the transfer fails, stalls or is interrupted; the
// next attempt requests only the rest. A complete file must be a valid WTHOR file for the year in its name.
// It then replaces the old file atomically ([durable.Replace]). The length of a file follows from its
// content, not from what the server states.
//
// download.json records the server's version of each file and part (ETag, Last-Modified; RFC 9110, section
// 8.8). So parts of two versions are never joined, and unchanged files are not sent again. The file is only a
// cache: if it is missing or damaged, everything is fetched again. File times are not used, because copies of
// a folder do not preserve them.
//
// Requests are sent one after the other on one connection, because the server belongs to a club and the files
// are small. We do not use a library for retries, because such libraries retry only until the response
// header; here, the body must resume where it was interrupted.
package download
