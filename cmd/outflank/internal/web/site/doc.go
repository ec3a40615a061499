// Package site makes the pages of the web board: templates that share one layout, and the assets
// they need, all of them in the binary. A page works without any other host.
//
// Assets are plain JavaScript modules and style sheets, served as they lie in the folder assets;
// assets/vendor has what others wrote, with their licences.
package site
