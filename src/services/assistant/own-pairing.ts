import { toHex } from '#model/kernel/hex.ts';
import type { Pairing } from '#protocol/assistant-pairing.ts';

/** What a client has to show to the assistant. */
export interface OwnPairing {
  /** 32 random bytes in hexadecimal digits: names whose jobs they are, and outlives the pairing. */
  readonly client: string;
  /** Null before the first. */
  readonly pairing: Pairing | null;
}

/** Where a client keeps it: the database of a browser's user, or a file of who uses the command line. */
export interface PairingKeeper {
  load(): Promise<OwnPairing>;
  /** Where nothing can be kept it holds as long as the page or program does. */
  save(own: OwnPairing): Promise<void>;
}

/** 32 random bytes in hexadecimal digits. */
export function createNonce(): string {
  return toHex(crypto.getRandomValues(new Uint8Array(32)));
}
