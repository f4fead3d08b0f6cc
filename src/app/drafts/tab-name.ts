/** Names this tab until the page is loaded again. Each tab keeps drafts of its own, as two may have one label open. */
export const TAB: string = crypto.getRandomValues(new Uint32Array(2)).join('-');

let isHeld = false;

/** Shows the other tabs that this one lives: a lock goes with its page, however that ends. */
export function showAlive(): void {
  if (isHeld || typeof navigator === 'undefined' || !('locks' in navigator)) return;
  isHeld = true;
  // Held for as long as the page lives: what it waits for never comes.
  void navigator.locks.request(lockOf(TAB), () => Promise.withResolvers<void>().promise).catch(() => undefined);
}

/** The names of the other tabs that live and keep drafts. */
export async function livingTabs(): Promise<ReadonlySet<string>> {
  if (typeof navigator === 'undefined' || !('locks' in navigator)) return new Set();
  const { held = [] } = await navigator.locks.query();
  const names = held.flatMap(({ name = '' }) => (name.startsWith(lockOf('')) ? [name.slice(lockOf('').length)] : []));
  return new Set(names.filter((name) => name !== TAB));
}

function lockOf(tab: string): string {
  return `labelwright drafts ${tab}`;
}
