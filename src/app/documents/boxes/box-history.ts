/** A value with its undo and redo history. */
export interface Past<T> {
  readonly now: T;
  readonly before: readonly T[];
  readonly after: readonly T[];
}

/** The most undo steps. */
const MOST_STEPS = 100;

export function pastOf<T>(now: T): Past<T> {
  return { now, before: [], after: [] };
}

export function changed<T>(past: Past<T>, now: T): Past<T> {
  if (now === past.now) return past;
  return { now, before: [...past.before, past.now].slice(-MOST_STEPS), after: [] };
}

/** Replaces the value without an undo step, as for a detected box. */
export function replaced<T>(past: Past<T>, now: T): Past<T> {
  return { ...past, now };
}

export function undone<T>(past: Past<T>): Past<T> {
  const now = past.before.at(-1);
  return now === undefined ? past : { now, before: past.before.slice(0, -1), after: [past.now, ...past.after] };
}

export function redone<T>(past: Past<T>): Past<T> {
  const [now] = past.after;
  return now === undefined ? past : { now, before: [...past.before, past.now], after: past.after.slice(1) };
}
