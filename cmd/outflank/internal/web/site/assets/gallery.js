// Shows the pictures of the gallery as soon as the server has drawn them.

import { get } from "./api.js";
import { html } from "./dom.js";

const AGAIN = 2000; // ms

async function look() {
  const { statistics } = await get("stats").catch(() => ({ statistics: null }));
  for (const s of statistics ?? []) {
    const thumb = document.querySelector(`#gallery [data-name="${s.name}"] .thumb`);
    if (s.picture === "ready" && !thumb.querySelector("img")) thumb.replaceChildren(html("img", { src: `/api/v1/stats/${s.name}/picture.svg`, alt: "", loading: "lazy" }));
    if (s.picture === "none") thumb.textContent = "Nothing to draw for these games";
  }
  if (!statistics || statistics.some((s) => s.picture === "pending")) setTimeout(look, AGAIN);
}

if (document.querySelector("#gallery")) look();
