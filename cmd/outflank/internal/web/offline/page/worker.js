// The worker of the board: it runs the program, which answers the page's requests.

importScripts("wasm_exec.js");

/** A file that is compressed beside the page, so that it is small on every server. */
async function unpacked(name) {
  const response = await fetch(name);
  if (!response.ok) throw new Error(`${name}: ${response.status} ${response.statusText}`);
  return response.body.pipeThrough(new DecompressionStream("gzip"));
}

const started = (async () => {
  const go = new Go();
  const headers = { "Content-Type": "application/wasm" };
  const { instance } = await WebAssembly.instantiateStreaming(new Response(await unpacked("outflank.wasm.gz"), { headers }), go.importObject);
  go.run(instance); // until the page is closed
})();

const loaded = started.then(async () => {
  const response = await fetch("outflank.model");
  if (!response.ok) throw new Error(`outflank.model: ${response.status} ${response.statusText}`);
  const problem = self.outflank.load(new Uint8Array(await response.arrayBuffer()));
  if (problem) throw new Error(`outflank.model: ${problem}`);
});
loaded.then(
  () => postMessage({ kind: "ready" }),
  (problem) => postMessage({ kind: "broken", value: problem.message }),
);

onmessage = async ({ data: { id, path, query } }) => {
  await (path === "board" ? started : loaded);
  if (path === undefined) self.outflank.stop(id);
  else self.outflank.ask(id, path, JSON.stringify(query));
};
