import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { ok } from '#model/kernel/result.ts';
import type { RecordSource } from '#model/data/record-source.ts';
import { chunksInOrder } from '#headless/threads/chunks-in-order.ts';
import type { MadeChunk } from '#headless/threads/thread-messages.ts';
import type { WorkerPool } from '#headless/threads/worker-pool.ts';

const NIGHTLY = join(import.meta.dirname, '../../benchmarks/nightly-headless.ts');

test('a million rows behave like 1,000 in the nightly run: killed, resumed, each row once', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'labelwright-nightly-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const args = [NIGHTLY, '--rows', '1000', '--folder', join(folder, 'run')];
  const { stdout } = await promisify(execFile)(process.execPath, args);
  expect(stdout).toMatch(/^1000 rows: \d+ labels a second, at most \d+ MB$/m);
});

test('no chunk is kept in memory once it is written', async () => {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const pieces: WeakRef<Uint8Array>[] = [];
  const pool: Pick<WorkerPool, 'make'> = {
    make({ records }) {
      const piece = new Uint8Array(1000);
      pieces.push(new WeakRef(piece));
      const made: MadeChunk = { done: records.length, labels: [], pages: [], pieces: [piece], ahead: [], verified: [] };
      return Promise.resolve(ok(made));
    },
  };
  const count = 1000;
  const records: RecordSource = {
    count,
    read: (first, wanted) =>
      Promise.resolve(
        ok(Array.from({ length: Math.min(wanted, count - first) }, (_, i) => ({ row: first + i, values: {} }))),
      ),
  };
  const order = { from: 0, rowsAtOnce: 10, size: 2, firstCell: 0 };
  let taken = 0;
  for await (const made of chunksInOrder(pool, records, order, new AbortController().signal)) {
    expect(made.ok).toBe(true);
    if (++taken < 90) continue;
    // References that were looked at stay alive until the next task.
    await new Promise((resolve) => setImmediate(resolve));
    collect();
    expect(pieces.filter((piece) => piece.deref() !== undefined).length).toBeLessThan(10);
    break;
  }
  expect(taken).toBe(90);
});
