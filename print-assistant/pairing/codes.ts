import { randomInt } from 'node:crypto';
import { PAIRING_CODE_DIGITS } from '#protocol/assistant-pairing.ts';

const VALID_MS = 5 * 60_000;
/** After so many wrong codes a site waits until the code has run out. */
const MAX_GUESSES = 5;

/**
 * Who guesses: a program of the assistant's own user (or of nobody knows which), or another user's. They have guesses of
 * their own, since any program can name a site: another user's must not use up those of the site's page.
 */
export type Guesser = 'own' | 'other';
/** Sites that may have a code at the same time; the one that runs out first makes room. */
const MAX_CODES = 8;

/** A code that is shown to the user and typed into the page. */
export interface ShownCode {
  readonly origin: string;
  /** As the page calls its browser; empty where the user asked for the code at the assistant. */
  readonly browser: string;
  readonly code: string;
  /** Milliseconds since 1970. */
  readonly expiresAt: number;
}

interface Entry extends ShownCode {
  readonly guesses: Record<Guesser, number>;
}

/** The codes that are valid now: one for a site, used once. */
export interface PairingCodes {
  /** The site's code: a new one, unless it has one that is still valid. Null once too many wrong ones were tried. */
  show(origin: string, browser: string, guesser: Guesser): ShownCode | null;
  /** Takes the code out when it is right. `none`: the site has no code that is valid. */
  take(origin: string, code: string, guesser: Guesser): 'right' | 'wrong' | 'none';
  valid(): readonly ShownCode[];
  drop(origin: string): void;
}

export function createPairingCodes(now: () => number): PairingCodes {
  const codes = new Map<string, Entry>();

  function valid(): Entry[] {
    for (const [origin, { expiresAt }] of codes) if (expiresAt <= now()) codes.delete(origin);
    return [...codes.values()];
  }

  function usable(origin: string, guesser: Guesser): Entry | null {
    return valid().find((entry) => entry.origin === origin && entry.guesses[guesser] < MAX_GUESSES) ?? null;
  }

  return {
    show(origin, browser, guesser) {
      const present = usable(origin, guesser);
      if (present !== null) return present;
      if (codes.has(origin)) return null;
      const [oldest] = codes.keys();
      if (codes.size >= MAX_CODES && oldest !== undefined) codes.delete(oldest);
      const code = String(randomInt(10 ** PAIRING_CODE_DIGITS)).padStart(PAIRING_CODE_DIGITS, '0');
      const entry = { origin, browser, code, expiresAt: now() + VALID_MS, guesses: { own: 0, other: 0 } };
      codes.set(origin, entry);
      return entry;
    },
    take(origin, code, guesser) {
      const entry = usable(origin, guesser);
      if (entry === null) return 'none';
      if (entry.code === code) {
        codes.delete(origin);
        return 'right';
      }
      entry.guesses[guesser]++;
      return entry.guesses[guesser] < MAX_GUESSES ? 'wrong' : 'none';
    },
    valid: () => valid().filter(({ guesses }) => guesses.own < MAX_GUESSES),
    drop: (origin) => void codes.delete(origin),
  };
}
