import { randomInt } from 'node:crypto';
import { PAIRING_CODE_DIGITS } from '#protocol/assistant-pairing.ts';

const VALID_MS = 5 * 60_000;
/** After this many wrong codes a site waits until the code has expired. */
const MAX_GUESSES = 5;

/**
 * Origin of a guess: a program of the assistant's own user (or of an unknown one), or another user's. They have
 * separate limits, since any program can name a site: another user's must not use up those of the site's page.
 */
export type Guesser = 'own' | 'other';
/** Sites that may have a code at the same time; the one that expires first makes room. */
const MAX_CODES = 8;

/** A code that is shown to the user and typed into the page. */
export interface ShownCode {
  readonly origin: string;
  /** The browser's name, from its page; empty where the user requested the code at the assistant. */
  readonly browser: string;
  readonly code: string;
  /** Milliseconds since 1970. */
  readonly expiresAt: number;
}

interface Entry extends ShownCode {
  readonly guesses: Record<Guesser, number>;
}

/** The currently valid codes: one per site, for a single use. */
export interface PairingCodes {
  /** The site's code: a valid existing one, or a new one. Null after too many wrong ones. */
  show(origin: string, browser: string, guesser: Guesser): ShownCode | null;
  /** Consumes the code when it is right. `none`: the site has no valid code. */
  redeem(origin: string, code: string, guesser: Guesser): 'right' | 'wrong' | 'none';
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
    redeem(origin, code, guesser) {
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
