import { toHex } from '#model/kernel/hex.ts';
import type { Pairing } from '#protocol/assistant-pairing.ts';

/** The credentials of a client for the assistant. */
export interface OwnPairing {
  /** 32 random bytes in hexadecimal digits: identifies the owner of jobs, and outlives the pairing. */
  readonly client: string;
  /** Null before the first pairing. */
  readonly pairing: Pairing | null;
}

/** The client's store: the database of a browser's user, or a file of the command line's user. */
export interface PairingKeeper {
  load(): Promise<OwnPairing>;
  /** If nothing can be stored, it lasts as long as the page or program. */
  save(own: OwnPairing): Promise<void>;
}

/** 32 random bytes in hexadecimal digits. */
export function createNonce(): string {
  return toHex(crypto.getRandomValues(new Uint8Array(32)));
}
