// Lists of values that the browser keeps between visits, the newest last. Without storage they are empty.

/** The values of a list. @param {string} name */
export function kept(name) {
  try {
    const list = JSON.parse(localStorage.getItem(name) ?? "[]");
    return Array.isArray(list) ? list : [];
  } catch {
    return [];
  }
}

/**
 * Adds a value to a list, in place of those that are the same, and drops the oldest ones.
 * @param {string} name
 * @param {(value: any) => boolean} same
 * @param {number} most length of the list
 */
export function keep(name, value, same, most) {
  store(name, [...kept(name).filter((v) => !same(v)), value].slice(-most));
}

/** Drops the values of a list that are the same, without a function all. @param {string} name @param {(value: any) => boolean} [same] */
export function forget(name, same = () => true) {
  store(name, kept(name).filter((v) => !same(v)));
}

function store(name, list) {
  for (; ; list.shift()) {
    try {
      return localStorage.setItem(name, JSON.stringify(list));
    } catch {
      if (!list.length) return; // without storage there is no list; else it is full
    }
  }
}
