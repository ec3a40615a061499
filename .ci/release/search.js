// The search of the first page: the pages that contain all words, those with a word in their titles first. It needs
// no server: the texts are a script, search-texts.js.

const field = document.querySelector("#search");
const list = document.querySelector("#found");
const MOST = 20;
let pages = null; // loaded with the first word

/** The texts of all pages. */
const load = () =>
  new Promise((done, fail) => {
    const script = document.createElement("script");
    script.src = "search-texts.js";
    script.onload = () => done(window.searchTexts);
    script.onerror = () => fail(new Error("search-texts.js could not be loaded"));
    document.head.append(script);
  });

/** Whether a text has a word that begins with a prefix. */
const has = (text, prefix) => (` ${text}`).toLowerCase().split(prefix).slice(0, -1).some((before) => !/[\p{L}\d]$/u.test(before));

/** A link to a page, with the text around the first word. */
function item(page, word) {
  const e = document.createElement("li");
  const link = document.createElement("a");
  link.href = page.file;
  link.textContent = page.title;
  const at = Math.max(0, page.text.toLowerCase().indexOf(word) - 60);
  e.append(link, ` … ${page.text.slice(at, at + 160)} …`);
  return e;
}

field.addEventListener("input", async () => {
  const words = field.value.toLowerCase().match(/\S+/g) ?? [];
  pages ??= load();
  const all = await pages;
  if (words.join() !== (field.value.toLowerCase().match(/\S+/g) ?? []).join()) return; // there is a newer search
  const titled = (p) => words.some((w) => has(p.title, w));
  const found = all.filter((p) => words.length && words.every((w) => has(`${p.title} ${p.text}`, w)));
  found.sort((a, b) => titled(b) - titled(a));
  list.replaceChildren(...found.slice(0, MOST).map((p) => item(p, words[0])));
  if (words.length && !found.length) list.replaceChildren("No page has all these words.");
});
