// Names of agents for people.

/** @param {string} spec */
export const agentName = (spec) => (spec === "human" ? "a person" : spec.replace(/^level:(name=)?/, "level ").replace(/^run:(.*)@(\d+)$/, "$1 after $2 games").replace(/^run:/, ""));
