import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { createZxing, type Zxing } from './zxing.ts';

let loaded: Promise<Zxing> | undefined;

/** The only reader of this Node process. */
export function loadZxingInNode(): Promise<Zxing> {
  loaded ??= load();
  return loaded;
}

async function load(): Promise<Zxing> {
  const bytes = await readFile(fileURLToPath(import.meta.resolve('zxing-wasm/reader/zxing_reader.wasm')));
  return createZxing(new Uint8Array(bytes).buffer);
}
