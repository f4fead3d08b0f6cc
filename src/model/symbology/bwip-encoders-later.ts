import type { Bwip } from './bwip-encoders.ts';

let loaded: Bwip | null = null;
let isLacking = false;

/**
 * The encoders; null while they are not loaded, which is noted. In a browser they are a file of their own, which most
 * labels don't need: package.json names this file for browsers.
 */
export function bwip(): Bwip | null {
  if (loaded === null) isLacking = true;
  return loaded;
}

/** Whether a symbol lacked its encoder: call `loadEncoders`, then lay it out again. */
export function lacksEncoders(): boolean {
  return isLacking && loaded === null;
}

/** Whether the encoders are loaded: symbols that were laid out before lacked them. */
export function hasEncoders(): boolean {
  return loaded !== null;
}

/** Fetches the encoders. Rejects if they are unavailable; call it again then. */
export async function loadEncoders(): Promise<void> {
  loaded ??= (await import('./bwip-encoders.ts')).bwip();
}
