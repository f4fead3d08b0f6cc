import { afterAll, describe, expect, test } from 'vitest';
import { ok, type Result } from '#model/kernel/result.ts';
import { createDocumentClient, type DocumentClient } from '#services/document/document-client.ts';
import { handleOf } from '#services/worker-handle.ts';
import { isDrawn } from '#tests/support/seed.ts';
import { createThreadWorker } from '../support/thread-worker.ts';
import { createPageLabel, labelDots } from './support/documents.ts';
import { BOMBS } from './support/bombs.ts';
import { HOSTILE_PAGES } from './support/hostile-pdfs.ts';
import { writePdf } from './support/written-pdf.ts';

const THREAD = new URL('../../headless/documents/document-thread.ts', import.meta.url);
const GIGABYTE = 1024 ** 3;
/** The product's own limit, far above every painted document here. */
const patient = createClient(30_000);
/** For documents that take hours, or depend on the speed of the machine: only the limit ends them. */
const hasty = createClient(3_000);
afterAll(() => {
  patient.dispose();
  hasty.dispose();
});

function createClient(limitMs: number): DocumentClient {
  return createDocumentClient({
    createWorker: () => handleOf(createThreadWorker(THREAD)),
    store: { put: () => Promise.resolve(ok(null)), get: () => Promise.resolve(ok(null)) },
    limitMs,
  });
}

/** Opens a document and paints its first page. */
async function paint(documents: DocumentClient, file: Uint8Array<ArrayBuffer>): Promise<string> {
  const opened = await documents.open(new File([file], 'document.pdf'), null);
  if (!opened.ok) return opened.error.code;
  const { document, pages } = opened.value;
  const isWrong = pages[0]?.problem;
  if (isWrong !== undefined) return isWrong.code;
  const painted: Result<unknown> = await documents.label(createPageLabel(document, 0), labelDots(100, 150, 203));
  documents.close(document);
  return painted.ok ? 'painted' : painted.error.code;
}

/** The ones ended by the limit take seconds: a third of them in each run. */
const cases = Object.entries({ ...BOMBS, ...HOSTILE_PAGES }).filter(
  ([name, { ends }]) => !ends.includes('document.timeout') || isDrawn(name, 3),
);

describe('a decompression bomb as a document', () => {
  test.each(cases)(
    '%s gives a picture or a problem, within its memory limit, and the next document opens',
    async (_, bomb) => {
      const file = bomb.make();
      const client = bomb.ends.includes('document.timeout') ? hasty : patient;
      const before = process.memoryUsage.rss();
      let most = before;
      const watch = setInterval(() => (most = Math.max(most, process.memoryUsage.rss())), 20);
      const end = await paint(client, file);
      clearInterval(watch);
      expect(bomb.ends).toContain(end);
      expect(most - before).toBeLessThan(GIGABYTE);
      const sound = writePdf([{ widthPt: 100, heightPt: 100, content: '0 0 50 50 re f' }]);
      expect(await paint(client, sound)).toBe('painted');
    },
  );
});
