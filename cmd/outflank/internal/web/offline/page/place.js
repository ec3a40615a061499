// Browsers load no modules from files on a disk: the page says what to do instead.

if (location.protocol === "file:") {
  document.querySelector("#stand").textContent =
    "The board does not work from a file. Serve its folder, as in: python3 -m http.server";
}
