import { fontPath } from '#model/elements/base/font-parts.ts';
import type { FontFace } from '#model/elements/base/fonts.ts';
import type { FontSource } from './font-store.ts';
import { createPartFinder } from './part-finder.ts';

/** Delays before retries of a failed read: a short network failure must not cost the label its font. */
const RETRY_AFTER_MS: readonly number[] = [300, 1_500];

/** Font files from our own server, the largest in parts. */
export function createFetchFontSource(): FontSource {
  return { read: fetchFont, partFor: createPartFinder() };
}

async function fetchFont(face: FontFace, signal: AbortSignal): Promise<ArrayBuffer> {
  for (let tries = 0; ; tries++) {
    const answer = await ask(fontPath(face), signal);
    if (answer instanceof ArrayBuffer) return answer;
    const waitMs = answer === 'refused' ? undefined : RETRY_AFTER_MS[tries];
    if (waitMs === undefined) throw new Error(`font ${face.id} can't be had`);
    await new Promise((resolve) => setTimeout(resolve, waitMs));
    signal.throwIfAborted();
  }
}

/** The bytes; `refused` when the server does not have or give the file, `lost` when a retry may succeed. */
async function ask(path: string, signal: AbortSignal): Promise<ArrayBuffer | 'refused' | 'lost'> {
  try {
    const response = await fetch(path, { signal });
    if (response.ok) return await response.arrayBuffer();
    return response.status < 500 ? 'refused' : 'lost';
  } catch {
    signal.throwIfAborted();
    return 'lost';
  }
}
