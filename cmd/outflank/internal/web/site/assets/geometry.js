// Geometry of boards. A square is a number, a1 = 0, b1 = 1 to h8 = 63, or a name.

/** @param {number} s */
export const nameOf = (s) => "abcdefgh"[s % 8] + (Math.floor(s / 8) + 1);

/** @param {string} name @returns {number} -1 = no square */
export function squareOf(name) {
  const m = /^([a-h])([1-8])$/i.exec(name.trim());
  return m ? "abcdefgh".indexOf(m[1].toLowerCase()) + 8 * (Number(m[2]) - 1) : -1;
}

/**
 * The positions of a board's squares, in cells. On the hexagonal lattice each rank is shifted half a cell to
 * the right of the rank above.
 * @param {number[]} squares squares to draw, including holes
 * @param {boolean} hexagonal
 * @param {boolean} turned seen from the other side
 */
export function layout(squares, hexagonal, turned) {
  const height = hexagonal ? Math.sqrt(3) / 2 : 1;
  const places = new Map();
  for (const s of squares) {
    const file = s % 8;
    const rank = Math.floor(s / 8);
    const x = file + (hexagonal ? rank / 2 : 0);
    const y = rank * height;
    places.set(s, turned ? { x: -x, y: -y } : { x, y });
  }
  const xs = [...places.values()].map((p) => p.x);
  const ys = [...places.values()].map((p) => p.y);
  const left = Math.min(...xs);
  const top = Math.min(...ys);
  for (const p of places.values()) {
    p.x -= left;
    p.y -= top;
  }
  return { places, width: Math.max(...xs) - left + 1, height: Math.max(...ys) - top + (hexagonal ? 2 / Math.sqrt(3) : 1) };
}

/** The outline of a cell around its centre, as the points of a polygon. */
export function outline(hexagonal) {
  if (!hexagonal) return "-0.5,-0.5 0.5,-0.5 0.5,0.5 -0.5,0.5";
  const r = 1 / Math.sqrt(3);
  return [0, 1, 2, 3, 4, 5]
    .map((i) => {
      const a = Math.PI / 6 + (i * Math.PI) / 3;
      return `${(r * Math.cos(a)).toFixed(4)},${(r * Math.sin(a)).toFixed(4)}`;
    })
    .join(" ");
}

/**
 * The square to which an arrow key leads: the nearest one in its direction.
 * @param {Map<number, {x: number, y: number}>} places
 */
export function neighbour(places, from, key) {
  const direction = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[key];
  const at = places.get(from);
  if (!direction || !at) return from;
  let best = from;
  let least = Infinity;
  for (const [s, p] of places) {
    const along = (p.x - at.x) * direction[0] + (p.y - at.y) * direction[1];
    const aside = Math.abs((p.x - at.x) * direction[1]) + Math.abs((p.y - at.y) * direction[0]);
    if (along < 0.4 || aside > along * 1.01) continue;
    const distance = along + 2 * aside;
    if (distance < least) {
      least = distance;
      best = s;
    }
  }
  return best;
}
