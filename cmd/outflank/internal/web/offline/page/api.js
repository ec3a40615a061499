// The API of the server, answered in the page: a worker runs the rules and the search. It starts with the first
// request; the evaluator follows when the board is shown.

/** An error answer. */
export class Problem extends Error {}

const waiting = new Map(); // what listens to the answers of a request, by its number
let asked = 0;

const worker = new Worker(new URL("worker.js", import.meta.url));
worker.onmessage = ({ data: { id, kind, value } }) => {
  if (id === undefined) return document.dispatchEvent(new CustomEvent(kind, { detail: value }));
  const on = waiting.get(id);
  if (!on) return;
  if (kind === "message") return on.message(JSON.parse(value));
  waiting.delete(id);
  if (kind === "problem") on.problem?.(new Problem(value));
  else on.end?.();
};
worker.onerror = (e) => document.dispatchEvent(new CustomEvent("broken", { detail: e.message || "the worker did not start" }));

/**
 * Listens to the answers of a request until they end or the returned function is called.
 * @param {string} path
 * @param {object} query
 * @param {{message: (value: any) => void, end?: () => void, problem?: (problem: Problem) => void}} on
 * @returns {() => void} ends the request
 */
export function events(path, query, on) {
  const id = asked++;
  waiting.set(id, on);
  worker.postMessage({ id, path, query });
  return () => {
    if (waiting.delete(id)) worker.postMessage({ id });
  };
}

/** The one answer of a request; throws a Problem. */
export function get(path, query, signal) {
  return new Promise((done, fail) => {
    const stop = events(path, query, { message: done, problem: fail });
    signal?.addEventListener("abort", () => {
      stop();
      fail(new DOMException("", "AbortError"));
    });
  });
}
