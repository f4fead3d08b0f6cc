import { toHex } from '#model/kernel/hex.ts';
import type { Pairing } from '#protocol/assistant-pairing.ts';
import { withDatabase } from '../storage/database.ts';

/** What a user of this browser has to show to the assistant. */
export interface OwnPairing {
  /** 32 random bytes in hexadecimal digits: names whose jobs they are, and outlives the pairing. */
  readonly client: string;
  /** Null before the first. */
  readonly pairing: Pairing | null;
}

export interface PairingKeeper {
  load(): Promise<OwnPairing>;
  /** Where the browser keeps nothing it holds as long as the page does. */
  save(own: OwnPairing): Promise<void>;
}

const KEY = 'assistant';

/** Keeps the pairing in the user's database: each user of a browser has one of their own. */
export function createPairingKeeper(owner: () => string | null): PairingKeeper {
  const held = new Map<string | null, OwnPairing>();
  return {
    async load() {
      const present = held.get(owner());
      if (present !== undefined) return present;
      const stored = await withDatabase(owner(), (database) => database.get('pairings', KEY));
      const own = stored.ok && stored.value !== undefined ? stored.value : { client: createNonce(), pairing: null };
      held.set(owner(), own);
      return own;
    },
    async save(own) {
      held.set(owner(), own);
      await withDatabase(owner(), (database) => database.put('pairings', own, KEY));
    },
  };
}

/** 32 random bytes in hexadecimal digits. */
export function createNonce(): string {
  return toHex(crypto.getRandomValues(new Uint8Array(32)));
}
