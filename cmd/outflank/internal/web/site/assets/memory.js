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
 * Adds a value to a list, in place of those that are the same, and drops the oldest ones. Null only drops those that
 * are the same.
 * @param {string} name
 * @param {(value: any) => boolean} same
 * @param {number} most length of the list
 */
export function keep(name, value, same, most) {
  const list = kept(name).filter((v) => !same(v)).concat(value ?? []).slice(-most);
  do {
    try {
      return localStorage.setItem(name, JSON.stringify(list));
    } catch {
      list.shift(); // the storage is full
    }
  } while (list.length);
}

/** Drops a list. @param {string} name */
export function forget(name) {
  try {
    localStorage.removeItem(name);
  } catch {
    // without storage there is no list
  }
}
