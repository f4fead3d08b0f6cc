import { parseStored, readStored, writeStored } from '#app/state/browser-storage.ts';

const STORAGE_KEY = 'dismissedAnnouncements';
/** Of those that were put away; the oldest are forgotten. */
const MOST_KEPT = 100;

interface Edition {
  readonly id: string;
  readonly update_time: string;
}

/** A notice as it was put away: one that is changed later is another. */
function keyOf({ id, update_time: time }: Edition): string {
  return `${id} ${time}`;
}

function readKeys(): readonly string[] {
  const kept = parseStored(readStored(STORAGE_KEY));
  return Array.isArray(kept) ? kept.filter((key) => typeof key === 'string') : [];
}

/** Those that were not put away in this browser. */
export function notDismissed<T extends Edition>(announcements: readonly T[]): readonly T[] {
  const keys = new Set(readKeys());
  return announcements.filter((one) => !keys.has(keyOf(one)));
}

export function dismiss(announcement: Edition): void {
  const keys = [keyOf(announcement), ...readKeys().filter((key) => key !== keyOf(announcement))];
  writeStored(STORAGE_KEY, JSON.stringify(keys.slice(0, MOST_KEPT)));
}
