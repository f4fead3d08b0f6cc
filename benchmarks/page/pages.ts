import { composeElement, composeLabel, type ComposedElement } from '#model/page/compose.ts';
import type { LabelElement } from '#model/elements/element.ts';
import { expectOk } from '#model/kernel/result.ts';
import { createRenderWorker } from '#services/render/create-render-worker.ts';
import { createPrintRenderer, type PrintRenderer } from '#services/render/print-renderer.ts';
import { createRendererPool } from '#services/render/renderer-pool.ts';
import { BULK_DPI, bulkRecord, createBulkTemplate } from './bulk-label.ts';
import { BULK_SIZE } from './bulk.ts';
import { isSymbol, type Ours } from './ours.ts';
import { toPeerLabel } from './peer-label.ts';
import type { Peer } from './peer.ts';

const SETUP = { dpi: BULK_DPI, minGrade: 'C', overflow: 'refuse' } as const;
/** As many labels as a print run asks for at a time. */
const AT_ONCE = 8;
/** Made before the clock starts: every worker is there, and its code is optimised. */
const LABELS_BEFORE = 1_200;

const createRenderer = (): PrintRenderer => createPrintRenderer({ createWorker: createRenderWorker });

/** Milliseconds for so many labels of a run, each with values of its own, to verified pages by so many render workers. */
export async function makePages(labels: number, workers: number): Promise<number> {
  const first = createRenderer();
  const { signal } = new AbortController();
  const pool = createRendererPool({ first, another: createRenderer, size: workers });
  const run = expectOk(await pool.openRun({ template: createBulkTemplate(), ...SETUP }, signal));
  /** Several groups at once, as a run asks for them; pages are thrown away in their order. */
  async function make(from: number, count: number): Promise<void> {
    const asked: Promise<void>[] = [];
    for (let n = from; n < from + count; n += AT_ONCE) {
      const records = Array.from({ length: Math.min(AT_ONCE, from + count - n) }, (_, i) => bulkRecord(n + i));
      asked.push(
        run.printRecords(records, false, signal).then((step) => {
          if (expectOk(step).pages.length !== records.length) throw new Error('a label was refused');
        }),
      );
      if (asked.length === run.callsAtOnce) await asked.shift();
    }
    await Promise.all(asked);
  }
  try {
    await make(0, LABELS_BEFORE * workers);
    const startedAt = performance.now();
    await make(1_000_000, labels);
    return performance.now() - startedAt;
  } finally {
    run.close();
    first.dispose();
  }
}

/** Milliseconds for so many labels by a peer, whose symbols are encoded before the clock starts. */
export async function makePeerPages(ours: Ours, peer: Peer, labels: number): Promise<number> {
  const template = createBulkTemplate();
  const context = ours.context(BULK_DPI);
  await ours.compose(template, bulkRecord(0), BULK_DPI);
  let ms = 0;
  for (let n = 0; n < labels + 1; n++) {
    const ready = new Map<LabelElement, ComposedElement>(
      template.elements.filter(isSymbol).map((element) => [element, composeElement(element, bulkRecord(n), context)]),
    );
    const composed = composeLabel(template, bulkRecord(n), context, ours.withReady(ready));
    const label = toPeerLabel(template.elements, bulkRecord(n), composed, BULK_SIZE);
    const startedAt = performance.now();
    await peer(label);
    // The first one makes the peer's nodes.
    if (n > 0) ms += performance.now() - startedAt;
  }
  return ms;
}
