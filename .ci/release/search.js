// The search of the first page: the pages that contain all words, those with a word in their titles first.

const field = document.querySelector("#search");
const list = document.querySelector("#found");
const MOST = 20;
let pages = null; // loaded with the first word

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
  pages ??= fetch("search.json").then((response) => response.json());
  const all = await pages;
  if (words.join() !== (field.value.toLowerCase().match(/\S+/g) ?? []).join()) return; // there is a newer search
  const titled = (p) => words.some((w) => p.title.toLowerCase().includes(w));
  const found = all.filter((p) => words.length && words.every((w) => `${p.title} ${p.text}`.toLowerCase().includes(w)));
  found.sort((a, b) => titled(b) - titled(a));
  list.replaceChildren(...found.slice(0, MOST).map((p) => item(p, words[0])));
  if (words.length && !found.length) list.replaceChildren("No page has all these words.");
});
