import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fixedText } from '#model/elements/base/content.ts';
import type { DataRecord } from '#model/data/record.ts';
import { expectOk } from '#model/kernel/result.ts';
import type { Template } from '#model/template/template.ts';
import { parseArguments, type RenderArguments } from '#cli/arguments.ts';
import { pageSettings } from '#cli/render.ts';
import type { RunOfThreads } from '#headless/threads/thread-messages.ts';
import { openPool, type WorkerPool } from '#headless/threads/worker-pool.ts';
import { createPngWriter } from '#render-worker/bits/png.ts';
import { createTestElement, createTestTemplate, TEST_ASSET, TEST_TIME } from '#tests/support/create-elements.ts';

const THREAD = new URL('../../headless/threads/page-thread.ts', import.meta.url);
const SIZE = { size: 1, canRepeat: true };
const RECORDS: readonly DataRecord[] = Array.from({ length: 4 }, (_, i) => ({ row: i + 2, values: {} }));
const never = new AbortController().signal;

/** A gray picture of one tone, 8 x 8 pixels. */
function picture(tone: number): Uint8Array<ArrayBuffer> {
  const writer = createPngWriter({ width: 8, height: 8, colour: 'gray' });
  writer.rows(new Uint8Array(64).fill(tone), 8);
  return new Uint8Array(writer.finish());
}

/** Both use the same name for their picture, as foreign files may. */
function templateOf(tone: number, text: string): Template {
  const place = { xMm: 5, yMm: 5, widthMm: 20, heightMm: 20 };
  const image = createTestElement('image', { ...place, asset: TEST_ASSET });
  const words = createTestElement('text', { xMm: 5, yMm: 30, sources: [fixedText(text)] });
  const template = createTestTemplate([image, words], { widthMm: 50, heightMm: 40 });
  return { ...template, assets: new Map([[TEST_ASSET, { mime: 'image/png', bytes: picture(tone) }]]) };
}

function runOf(template: Template, ...more: readonly string[]): RunOfThreads {
  const args = expectOk(parseArguments(['--template', 'a.tprt', '--out', 'none', ...more])) as RenderArguments;
  const settings = pageSettings({ ...args, dpi: args.dpi ?? 300, calibration: null });
  return { settings, template, now: TEST_TIME };
}

async function make(pool: WorkerPool, records = RECORDS): Promise<readonly string[]> {
  const made = expectOk(await pool.make({ first: 0, records, isLast: true, firstCell: 0 }, never));
  expect(made.labels.map(({ verified }) => verified)).toEqual(records.map(() => true));
  return made.pieces.map((piece) => Buffer.from(piece).toString('base64'));
}

async function freshly(run: RunOfThreads): Promise<readonly string[]> {
  const pool = expectOk(await openPool(THREAD, run, SIZE));
  try {
    return await make(pool);
  } finally {
    await pool.close();
  }
}

describe('a thread that takes another run', () => {
  const dark = runOf(templateOf(40, 'First'));
  const light = runOf(templateOf(200, '第二'), '--dpi', '203');
  let pool: WorkerPool;
  beforeAll(async () => {
    pool = expectOk(await openPool(THREAD, dark, SIZE));
  });
  afterAll(() => pool.close());

  test('makes the same pages as a new thread, and nothing of the run before', async () => {
    const wanted = [await freshly(dark), await freshly(light)] as const;
    expect(wanted[0]).not.toEqual(wanted[1]);
    expect(await make(pool)).toEqual(wanted[0]);
    const before = pool.opened;
    expectOk(await pool.reopen(light));
    expect(pool.opened.widthDots).toBe(Math.round((before.widthDots / 300) * 203));
    expect(await make(pool)).toEqual(wanted[1]);
    expectOk(await pool.reopen(dark));
    expect(await make(pool)).toEqual(wanted[0]);
  });

  test('stops its current work', async () => {
    const many = Array.from({ length: 2_000 }, (_, i) => ({ row: i + 2, values: {} }));
    const busy = pool.make({ first: 0, records: many, isLast: true, firstCell: 0 }, never);
    expectOk(await pool.reopen(light));
    expect(await busy).toEqual({ ok: false, error: { code: 'aborted' } });
    expect(await make(pool)).toEqual(await freshly(light));
  });

  test('reports why it cannot, and makes nothing more', async () => {
    const other = expectOk(await openPool(THREAD, dark, SIZE));
    try {
      const missing = runOf(templateOf(1, 'x'), '--font', 'no/such-font.ttf');
      expect(await other.reopen(missing)).toMatchObject({ ok: false, error: { code: 'file.unreadable' } });
      const made = await other.make({ first: 0, records: RECORDS, isLast: true, firstCell: 0 }, never);
      expect(made).toMatchObject({ ok: false, error: { code: 'file.unreadable' } });
    } finally {
      await other.close();
    }
  });
});
