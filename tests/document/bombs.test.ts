import { afterAll, describe, expect, test } from 'vitest';
import { err, ok, type Result } from '#model/kernel/result.ts';
import { createDocumentClient, type DocumentClient } from '#services/document/document-client.ts';
import { handleOf } from '#services/worker/worker-handle.ts';
import { createThreadWorker } from '../support/thread-worker.ts';
import { createPageLabel, labelDots } from './support/documents.ts';
import { BOMBS } from './support/bombs.ts';
import { writePdf } from './support/written-pdf.ts';

const THREAD = new URL('../../cli/documents/document-thread.ts', import.meta.url);
const GIGABYTE = 1024 ** 3;
/** The product gives a document 30 seconds; what needs more than a few here needs more than those. */
const LIMIT_MS = 8_000;

const client = createDocumentClient({
  createWorker: () => handleOf(createThreadWorker(THREAD)),
  store: { put: () => Promise.resolve(ok(null)), get: () => Promise.resolve(ok(null)) },
  limitMs: LIMIT_MS,
});
afterAll(() => client.dispose());

/** Opens a document and paints its first page. */
async function paint(documents: DocumentClient, file: Uint8Array<ArrayBuffer>): Promise<Result<unknown>> {
  const opened = await documents.open(new File([file], 'document.pdf'), null);
  if (!opened.ok) return opened;
  const { document, pages } = opened.value;
  const isWrong = pages[0]?.problem;
  return isWrong === undefined ? documents.label(createPageLabel(document, 0), labelDots(100, 150, 203)) : err(isWrong);
}

describe('a document that is a bomb', () => {
  test.each(Object.entries(BOMBS))('%s ends in a picture or in a problem, in time and memory', async (_, bomb) => {
    const file = bomb.make();
    const before = process.memoryUsage.rss();
    let most = before;
    const watch = setInterval(() => (most = Math.max(most, process.memoryUsage.rss())), 20);
    const begin = performance.now();
    const result = await paint(client, file);
    const took = performance.now() - begin;
    clearInterval(watch);
    expect(bomb.ends).toContain(result.ok ? 'painted' : result.error.code);
    expect(took).toBeLessThan(LIMIT_MS + 2_000);
    expect(most - before).toBeLessThan(GIGABYTE);
    // Whatever became of it, the next document is opened.
    const sound = writePdf([{ widthPt: 100, heightPt: 100, content: '0 0 50 50 re f' }]);
    expect((await paint(client, sound)).ok).toBe(true);
  });
});
