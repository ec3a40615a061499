// A client of the server's JSON API. While the server does not answer, the page says so and asks again. When it
// answers again, the document gets an event "reconnect".

import { html } from "./dom.js";

const AGAIN = 1000; // ms between two attempts to reach the server
let trying = null;

/** An error answer of the API. */
export class Problem extends Error {
  /** @param {{title: string, status: number, detail: string}} problem */
  constructor(problem) {
    super(problem.detail || problem.title);
    this.status = problem.status;
  }
}

/**
 * @param {string} path below /api/v1
 * @param {Record<string, string | number | boolean | undefined>} [query] empty values are omitted
 */
export function address(path, query = {}) {
  const q = new URLSearchParams();
  for (const [key, value] of Object.entries(query)) {
    if (value !== undefined && value !== "" && value !== false) q.set(key, String(value));
  }
  const text = q.toString();
  return `/api/v1/${path}${text ? `?${text}` : ""}`;
}

/** Tries to reach the server until it answers. */
function reconnect() {
  trying ??= (async () => {
    const banner = html("p", { class: "lost", role: "alert" }, "The server does not answer. This page asks it again until it does.");
    for (;;) {
      await new Promise((done) => setTimeout(done, AGAIN));
      if (await fetch(address("start"), { cache: "no-store" }).then(() => true, () => false)) break;
      if (!banner.isConnected) document.body.prepend(banner);
    }
    banner.remove();
    trying = null;
    document.dispatchEvent(new Event("reconnect"));
  })();
}

/** Sends a request and returns its answer. */
async function send(url, options) {
  try {
    return await answer(await fetch(url, options)); // an answer may be cut or aborted after its head
  } catch (problem) {
    if (problem.name === "AbortError" || problem instanceof Problem) throw problem;
    reconnect();
    throw new Problem({ title: "the server did not answer", status: 0, detail: "" });
  }
}

async function answer(response) {
  if (response.status === 204) return undefined;
  if (response.ok) return response.json();
  throw new Problem(await response.json().catch(() => ({ title: response.statusText, status: response.status })));
}

/** Sends a GET request; throws a Problem. */
export async function get(path, query, signal) {
  return send(address(path, query), { signal });
}

/** Sends a POST request; throws a Problem. */
export async function post(path, body = {}, query) {
  return send(address(path, query), { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) });
}

/** Sends a DELETE request; throws a Problem. */
export async function remove(path, query) {
  return send(address(path, query), { method: "DELETE" });
}

/** Why the server refused a stream, which an EventSource does not tell. */
async function refusal(url) {
  const tried = new AbortController();
  const problem = await fetch(url, { signal: tried.signal }).then((r) => !r.ok && answer(r)).catch((problem) => problem instanceof Problem && problem);
  tried.abort(); // the stream, if it is not refused again
  return problem || new Problem({ title: "the server refused the stream", status: 0 });
}

/**
 * Listens to a stream of events until it ends or the returned function is called.
 * @param {string} path
 * @param {object} query
 * @param {{message: (value: any) => void, end?: () => void, problem?: (problem: Problem) => void}} on
 * @returns {() => void} closes the stream
 */
export function events(path, query, on) {
  const source = new EventSource(address(path, query));
  source.onmessage = (e) => on.message(JSON.parse(e.data));
  source.addEventListener("end", () => {
    source.close();
    on.end?.();
  });
  source.addEventListener("problem", (e) => {
    source.close();
    on.problem?.(new Problem(JSON.parse(e.data)));
  });
  source.onerror = () => {
    // EventSource reconnects by itself, unless the server refused.
    if (source.readyState !== EventSource.CLOSED) reconnect();
    else refusal(source.url).then((problem) => on.problem?.(problem));
  };
  return () => source.close();
}

/**
 * Listens to a stream that starts with the current state, while the page is visible. A browser keeps only
 * six connections to a server, for all pages together.
 * @param {string} path
 * @param {object} query
 * @param {{message: (value: any) => void, end?: () => void, problem?: (problem: Problem) => void}} on
 * @returns {() => void} closes the stream for good
 */
export function follow(path, query, on) {
  let close = () => {};
  const stop = () => {
    document.removeEventListener("visibilitychange", look);
    close();
  };
  const look = () => {
    close();
    close = document.hidden ? () => {} : events(path, query, { message: on.message, end: () => (stop(), on.end?.()), problem: (p) => (stop(), on.problem?.(p)) });
  };
  document.addEventListener("visibilitychange", look);
  look();
  return stop;
}
