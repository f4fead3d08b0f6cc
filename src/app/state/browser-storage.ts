/**
 * Small values kept by the browser. A browser that keeps nothing (private mode, blocked storage) is no error: the
 * value then lives as long as the page.
 */
export function readStored(key: string): string | null {
  try {
    return window.localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** False when the browser would not keep it. */
export function writeStored(key: string, value: string | null): boolean {
  try {
    if (value === null) window.localStorage.removeItem(key);
    else window.localStorage.setItem(key, value);
    return true;
  } catch {
    return false;
  }
}

/** Deletes all values under names that begin so, and all that this tab keeps for itself. */
export function forgetStored(prefix: string): void {
  try {
    const names = Object.keys(window.localStorage).filter((name) => name.startsWith(prefix));
    for (const name of names) window.localStorage.removeItem(name);
    window.sessionStorage.clear();
  } catch {
    // Nothing is kept where there is no storage.
  }
}

export function parseStored(text: string | null): unknown {
  if (text === null) return null;
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
