import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { buildKernel, KERNELS } from '../../scripts/build-kernel.mjs';

const ROOT = join(import.meta.dirname, '../..');

test.each(KERNELS)('the committed %s is the compilation of its sources, byte for byte', async (kernel) => {
  const [built, committed] = [await buildKernel(kernel), await readFile(join(ROOT, kernel, 'kernel.wasm'))];
  expect(Buffer.compare(built, committed), 'run `npm run kernel` and commit the result').toBe(0);
});
