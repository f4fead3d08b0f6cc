/** Names this tab until the page is loaded again. Each tab keeps drafts of its own, as two may have one label open. */
export const TAB: string = crypto.getRandomValues(new Uint32Array(2)).join('-');

/** What a browser needs to close a tab. */
const CLOSING_MS = 1_000;

let isHeld = false;

/** Shows the other tabs that this one lives: a lock goes with its page, however that ends. */
export function showAlive(): void {
  if (isHeld || typeof navigator === 'undefined' || !('locks' in navigator)) return;
  isHeld = true;
  // Held for as long as the page lives: what it waits for never comes.
  void navigator.locks.request(lockOf(TAB), () => Promise.withResolvers<void>().promise).catch(() => undefined);
}

/**
 * Those of the tabs with drafts, by their names, that live beside this one. A tab that was closed a moment ago still has its lock:
 * the browser gives it up a little later, which is waited for.
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
      const isGone = await navigator.locks.request(lockOf(tab), { signal }, () => true).catch(() => false);
      if (!isGone) living.add(tab);
    }),
  );
  return living;
}

function lockOf(tab: string): string {
  return `labelwright drafts ${tab}`;
}
