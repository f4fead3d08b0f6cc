/**
 * Small values in the browser's storage. Without storage (private mode, blocked) there is no error: the value then lives as
 * long as the page.
 */
export function readStored(key: string): string | null {
  try {
    return window.localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** False if the browser did not save it. */
export function writeStored(key: string, value: string | null): boolean {
  try {
    if (value === null) window.localStorage.removeItem(key);
    else window.localStorage.setItem(key, value);
    return true;
  } catch {
    return false;
  }
}

/** Deletes all values with this name prefix, and all values of this tab. */
export function forgetStored(prefix: string): void {
  try {
    const names = Object.keys(window.localStorage).filter((name) => name.startsWith(prefix));
    for (const name of names) window.localStorage.removeItem(name);
    window.sessionStorage.clear();
  } catch {
    // Without storage there is nothing to delete.
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
