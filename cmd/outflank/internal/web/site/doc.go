// Package site renders the pages of the web board: templates that share one layout, and their assets, all
// embedded in the binary. No page needs another host.
//
// Assets are plain JavaScript modules and style sheets, served unchanged from the folder assets. Third-party
// files, with their licences, are in assets/vendor.
package site
