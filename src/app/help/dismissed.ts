import { parseStored, readStored, writeStored } from '#app/state/browser-storage.ts';

const STORAGE_KEY = 'dismissedAnnouncements';
/** The most dismissed notices that are kept; the oldest are deleted. */
const MOST_KEPT = 100;

interface Edition {
  readonly id: string;
  readonly update_time: string;
}

/** The key of an edition of a notice: a later change makes it a new one. */
function keyOf({ id, update_time: time }: Edition): string {
  return `${id} ${time}`;
}

function readKeys(): readonly string[] {
  const kept = parseStored(readStored(STORAGE_KEY));
  return Array.isArray(kept) ? kept.filter((key) => typeof key === 'string') : [];
}

/** The announcements that were not dismissed in this browser. */
export function notDismissed<T extends Edition>(announcements: readonly T[]): readonly T[] {
  const keys = new Set(readKeys());
  return announcements.filter((one) => !keys.has(keyOf(one)));
}

export function dismiss(announcement: Edition): void {
  const keys = [keyOf(announcement), ...readKeys().filter((key) => key !== keyOf(announcement))];
  writeStored(STORAGE_KEY, JSON.stringify(keys.slice(0, MOST_KEPT)));
}
