import wasmUrl from 'zxing-wasm/reader/zxing_reader.wasm?url';
import type { Zxing } from './zxing.ts';

const LOAD_LIMIT_MS = 60_000;

let loaded: Promise<Zxing> | undefined;

/**
 * The only reader of this worker, loaded from our own server. Rejects when it can't be loaded; the next call retries.
 */
export function loadZxingInBrowser(): Promise<Zxing> {
  loaded ??= load().catch((error: unknown) => {
    loaded = undefined;
    throw error;
  });
  return loaded;
}

async function load(): Promise<Zxing> {
  const [response, { createZxing }] = await Promise.all([
    fetch(wasmUrl, { signal: AbortSignal.timeout(LOAD_LIMIT_MS) }),
    import('./zxing.ts'),
  ]);
  if (!response.ok) throw new Error(`reader code: ${response.status}`);
  return createZxing(await response.arrayBuffer());
}
