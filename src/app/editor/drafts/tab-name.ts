/** Names this tab until the page is reloaded. Each tab has its own drafts, because two may have the same label open. */
export const TAB: string = crypto.getRandomValues(new Uint32Array(2)).join('-');

/** The time that a browser needs to close a tab. */
const CLOSING_MS = 1_000;

let isHeld = false;

/** Shows other tabs that this one is open: a lock is released with its page, however that ends. */
export function showAlive(): void {
  if (isHeld || typeof navigator === 'undefined' || !('locks' in navigator)) return;
  isHeld = true;
  // Held for the lifetime of the page: the promise never settles.
  void navigator.locks.request(lockOf(TAB), () => Promise.withResolvers<void>().promise).catch(() => undefined);
}

/**
 * The names of the other open tabs among those with drafts. Waits for a tab that was closed a moment ago: the browser
 * releases its lock a little later.
 */
export async function livingTabs(withDrafts: Iterable<string>): Promise<ReadonlySet<string>> {
  const living = new Set<string>();
  if (typeof navigator === 'undefined' || !('locks' in navigator)) return living;
  const { held = [] } = await navigator.locks.query();
  const names = new Set(held.map(({ name }) => name));
  const others = [...new Set(withDrafts)].filter((tab) => tab !== TAB && names.has(lockOf(tab)));
  await Promise.all(
    others.map(async (tab) => {
      const signal = AbortSignal.timeout(CLOSING_MS);
      const isClosed = await navigator.locks.request(lockOf(tab), { signal }, () => true).catch(() => false);
      if (!isClosed) living.add(tab);
    }),
  );
  return living;
}

function lockOf(tab: string): string {
  return `labelwright drafts ${tab}`;
}
