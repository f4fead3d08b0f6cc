import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { buildKernel } from '../../scripts/build-kernel.mjs';

const WASM = join(import.meta.dirname, '../../render-worker/kernel/kernel.wasm');

test('the committed kernel is what its sources compile to, byte for byte', { timeout: 120_000 }, async () => {
  const [built, committed] = [await buildKernel(), await readFile(WASM)];
  expect(Buffer.compare(built, committed), 'run `npm run kernel` and commit the result').toBe(0);
});
