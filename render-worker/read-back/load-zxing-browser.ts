import wasmUrl from 'zxing-wasm/reader/zxing_reader.wasm?url';
import { createZxing, type Zxing } from './zxing.ts';

const LOAD_LIMIT_MS = 60_000;

/** The reader in a browser's worker, its code served by our own server. Rejects when it can't be had. */
export async function loadZxingInBrowser(): Promise<Zxing> {
  const response = await fetch(wasmUrl, { signal: AbortSignal.timeout(LOAD_LIMIT_MS) });
  if (!response.ok) throw new Error(`reader code: ${response.status}`);
  return createZxing(await response.arrayBuffer());
}
