import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Check } from 'typebox/value';
import { parseJsonObject } from '#model/kernel/json-object.ts';
import { PairingSchema, type Pairing } from '#protocol/assistant-pairing.ts';
import { createNonce, type OwnPairing, type PairingKeeper } from '#services/assistant/own-pairing.ts';

/**
 * Keeps the pairing in a file that only this user can read. An unreadable one counts as none. `onLost` is called when
 * it cannot be written: the pairing is valid for this run only.
 */
export function createPairingFile(path: string, onLost: (error: unknown) => void): PairingKeeper {
  let held: OwnPairing | null = null;
  return {
    async load() {
      held ??= parse(await readFile(path, 'utf8').catch(() => '')) ?? { client: createNonce(), pairing: null };
      return held;
    },
    async save(own) {
      held = own;
      try {
        await mkdir(dirname(path), { recursive: true, mode: 0o700 });
        const draft = `${path}.${process.pid}.part`;
        await rm(draft, { force: true });
        await writeFile(draft, `${JSON.stringify(own)}\n`, { mode: 0o600 });
        await rename(draft, path);
      } catch (error) {
        onLost(error);
      }
    },
  };
}

function parse(text: string): OwnPairing | null {
  const { client, pairing = null } = parseJsonObject(text) ?? {};
  if (typeof client !== 'string' || !/^[0-9a-f]{64}$/.test(client)) return null;
  return { client, pairing: Check(PairingSchema, pairing) ? (pairing as Pairing) : null };
}
