import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createBoundedThread } from '../support/bounded-thread.ts';
import type { FontQuestion, FontSteps } from './font-thread.ts';
import { HOSTILE_FONTS } from './hostile-fonts.ts';

/** CPU time limit for all steps. The worst of these fonts takes three seconds, most take a tenth of one. */
const LIMIT_MS = 12_000;

const folder = mkdtempSync(join(tmpdir(), 'labelwright-fonts-'));
const thread = createBoundedThread<FontQuestion, FontSteps>(new URL('./font-thread.ts', import.meta.url), LIMIT_MS);

function use(name: string, bytes: Uint8Array<ArrayBuffer>): ReturnType<typeof thread.ask> {
  const file = join(folder, name.replaceAll(/\W/g, '-'));
  writeFileSync(file, bytes);
  return thread.ask({ file, bytes });
}

describe('a font that is expensive to read', () => {
  beforeAll(async () => {
    // The first request waits until the thread has loaded everything.
    await use('nothing', new Uint8Array(1));
  });
  afterAll(async () => {
    await thread.dispose();
    rmSync(folder, { recursive: true });
  });

  test.each(Object.entries(HOSTILE_FONTS))('is used or refused in time and memory: %s', async (name, make) => {
    const outcome = await use(name, make());
    expect(outcome).toMatchObject({ how: 'answered' });
    const steps = outcome.how === 'answered' ? Object.values(outcome.answer) : [];
    expect(steps.filter((step) => !['ok', 'font.unusable', 'font.loadFailed'].includes(step))).toEqual([]);
  });
});
