import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');
/** A band of the widest label at 600 dpi: as bytes its dots alone would be 144 MiB, rotated ones twice that. */
const WIDTH = 9449;
const HEIGHT = 16_000;

const CONVERT = `
import { toOneBit } from '#tests/support/to-one-bit.ts';
const gray = new Uint8Array(600 * 1000).map((_, i) => i * 7);
const image = { width: 600, height: 1000, gray, alpha: gray };
const before = process.resourceUsage().maxRSS;
const orientation = { transpose: true, flipX: true, flipY: false };
const made = toOneBit(image, ${WIDTH}, ${HEIGHT}, { oneBit: 'ordered' }, orientation);
const grownKiB = process.resourceUsage().maxRSS - before;
console.log(JSON.stringify({ bytes: made.paper.length + made.clear.length, grownKiB }));
`;

test('a label-size image never takes more than its bits', async () => {
  const args = ['--input-type=module-typescript', '--no-warnings', '-e', CONVERT];
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: ROOT });
  const { bytes, grownKiB } = JSON.parse(stdout) as { bytes: number; grownKiB: number };
  expect(bytes).toBe(2 * Math.ceil(WIDTH / 8) * HEIGHT);
  expect(grownKiB / 1024).toBeLessThan(bytes / 2 ** 20 + 32);
});
