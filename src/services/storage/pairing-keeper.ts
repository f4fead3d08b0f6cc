import { createNonce, type OwnPairing, type PairingKeeper } from '../assistant/own-pairing.ts';
import { withDatabase } from './database.ts';

const KEY = 'assistant';

/** Stores the pairing in the user's database: each user of a browser has a separate one. */
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
