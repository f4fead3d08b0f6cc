/** A value with its earlier and later ones, to be undone and redone. */
export interface Past<T> {
  readonly now: T;
  readonly before: readonly T[];
  readonly after: readonly T[];
}

/** More steps than anybody goes back. */
const MOST_STEPS = 100;

export function pastOf<T>(now: T): Past<T> {
  return { now, before: [], after: [] };
}

export function changed<T>(past: Past<T>, now: T): Past<T> {
  if (now === past.now) return past;
  return { now, before: [...past.before, past.now].slice(-MOST_STEPS), after: [] };
}

/** What came by itself, as a detected box does, is no step of the user's. */
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
