// A thread of the command line controlled by its records: their only value is `ends` for one that ends every thread,
// `ends once` for one that ends the first. Any other is the page itself.
import { appendFileSync, existsSync } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';
import { BETWEEN_RECORDS, type Chunk, type ThreadAnswer, type ThreadSetup } from '#headless/threads/thread-messages.ts';

const { at, settings } = workerData as ThreadSetup;
/** The path of the mark's file, without its end. */
const [markPath = ''] = settings.fontPaths;
const answer = (message: ThreadAnswer): void => parentPort?.postMessage(message, []);

parentPort?.on('message', ({ records, refused }: Chunk) => {
  const unseen = new Map(refused.map(({ place, problem }) => [place, problem]));
  const made = records.map(({ row, values }, place) => {
    const why = unseen.get(place);
    const problems = why === undefined ? [] : [{ elementId: '' as never, elementName: '', problem: why }];
    const [value = ''] = Object.values(values);
    if (why === undefined) {
      Atomics.store(at, 0, place);
      const mark = `${markPath}.ended`;
      if (value === 'ends' || (value === 'ends once' && !existsSync(mark))) {
        appendFileSync(mark, value);
        process.exit(7);
      }
    }
    return { label: { row, verified: why === undefined, symbols: [], problems, warnings: [] }, value };
  });
  Atomics.store(at, 0, BETWEEN_RECORDS);
  const pages = made.filter(({ label }) => label.verified);
  answer({
    type: 'made',
    result: {
      ok: true,
      value: {
        done: records.length,
        labels: made.map(({ label }) => label),
        pages: pages.map(({ value }) => ({ pngHash: value, labelCount: 1 })),
        ahead: [],
        verified: [],
        pieces: pages.map(({ value }) => new TextEncoder().encode(value)),
      },
    },
  });
});
if (markPath.endsWith('none.tprt')) throw new Error('no such engine');
answer({ type: 'opened', result: { ok: true, value: { cells: 1, widthDots: 8, heightDots: 8 } } });
