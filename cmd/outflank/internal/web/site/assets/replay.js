// Links from a played game to its analysis.

const REASONS = { resigned: ":r", time: ":t", forfeit: ":a", ruled: ":a" };
const OUTCOMES = { black: "1-0", white: "0-1", draw: "1/2-1/2" };

/**
 * The address of the analysis page with a game, its players, event and result.
 * @param {{start: string, moves: string, black: string, white: string, event: string}} game
 * @param {{winner: string, reason: string} | undefined} end
 * @param {number} score disc difference for black
 */
export function replay(game, end, score) {
  const discs = (score < 0 ? "" : "+") + score;
  const outcome = OUTCOMES[end?.winner] && OUTCOMES[end.winner] + (REASONS[end.reason] ?? "");
  const result = end?.reason === "discs" ? discs : outcome;
  return `/analysis?${new URLSearchParams(Object.entries({ ...game, result }).filter(([, value]) => value))}`;
}
