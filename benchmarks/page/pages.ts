import { composeElement, composeLabel } from '#model/page/compose.ts';
import type { ComposedElement } from '#model/page/display-list.ts';
import type { LabelElement } from '#model/elements/element.ts';
import { expectOk } from '#model/kernel/result.ts';
import { createRenderWorker } from '#services/render/create-render-worker.ts';
import { createPrintRenderer, type PrintRenderer } from '#services/render/print-renderer.ts';
import { createRendererPool } from '#services/render/renderer-pool.ts';
import type { DataRecord } from '#model/data/record.ts';
import type { Template } from '#model/template/template.ts';
import { BULK_DPI, bulkRecord, createBulkTemplate } from './bulk-label.ts';
import { BULK_SIZE } from './bulk.ts';
import { createLongSerialTemplate, LONG_DPI, LONG_SIZE, longRecord } from './long-label.ts';
import { isSymbol, type Ours } from './ours.ts';
import { toPeerLabel } from './peer-label.ts';
import type { Peer } from './peer.ts';

/** Labels with different values in each. */
export interface PagesJob {
  createTemplate(): Template;
  record(n: number): DataRecord;
  readonly dpi: number;
  /** In dots. */
  readonly size: { readonly width: number; readonly height: number };
  /** Labels that a print run requests at a time. */
  readonly atOnce: number;
  /** Labels that each worker makes before the clock starts, so that its code is loaded and optimized. */
  readonly before: number;
}

/** 100 x 80 mm, five texts, Code 128 and QR. */
export const BULK_PAGES: PagesJob = {
  createTemplate: createBulkTemplate,
  record: bulkRecord,
  dpi: BULK_DPI,
  size: BULK_SIZE,
  atOnce: 8,
  before: 1_200,
};
/** 400 x 3000 mm, 1,201 elements. */
export const LONG_PAGES: PagesJob = {
  createTemplate: createLongSerialTemplate,
  record: longRecord,
  dpi: LONG_DPI,
  size: LONG_SIZE,
  atOnce: 1,
  before: 1,
};
/** Warm-up labels have numbers below this one. */
const FIRST = 10_000;

const createRenderer = (): PrintRenderer => createPrintRenderer({ createWorker: createRenderWorker });

/**
 * Milliseconds for this many labels of a run, each with values of its own, to verified pages with this many render
 * workers.
 */
export async function makePages(job: PagesJob, labels: number, workers: number): Promise<number> {
  const { dpi, atOnce, before } = job;
  const first = createRenderer();
  const { signal } = new AbortController();
  const pool = createRendererPool({ first, another: createRenderer, size: workers });
  const run = expectOk(
    await pool.openRun({ template: job.createTemplate(), dpi, minGrade: 'C', overflow: 'refuse' }, signal),
  );
  // One large page is made at a time, even when another worker is idle.
  const callsAtOnce = atOnce === 1 ? 1 : run.callsAtOnce;
  /** Makes several groups at once, as a run does, and discards pages in order. */
  async function make(from: number, count: number): Promise<void> {
    const asked: Promise<void>[] = [];
    for (let n = from; n < from + count; n += atOnce) {
      const records = Array.from({ length: Math.min(atOnce, from + count - n) }, (_, i) => job.record(n + i));
      asked.push(
        run.printRecords(records, false, signal).then((step) => {
          if (expectOk(step).pages.length !== records.length) throw new Error('a label was refused');
        }),
      );
      if (asked.length === callsAtOnce) await asked.shift();
    }
    await Promise.all(asked);
  }
  try {
    await make(0, before * workers);
    const startedAt = performance.now();
    await make(FIRST, labels);
    return performance.now() - startedAt;
  } finally {
    run.close();
    first.dispose();
  }
}

/** Milliseconds for this many labels by a peer, with its symbols encoded before the clock starts. */
export async function makePeerPages(ours: Ours, job: PagesJob, peer: Peer, labels: number): Promise<number> {
  const template = job.createTemplate();
  const context = ours.context(job.dpi);
  await ours.compose(template, job.record(0), job.dpi);
  let ms = 0;
  for (let n = 0; n < labels + 1; n++) {
    const record = job.record(n);
    const ready = new Map<LabelElement, ComposedElement>(
      template.elements.filter(isSymbol).map((element) => [element, composeElement(element, record, context)]),
    );
    const composed = composeLabel(template, record, context, ours.withReady(ready));
    const label = toPeerLabel(template.elements, record, composed, job.size);
    const startedAt = performance.now();
    await peer(label);
    // The first one makes the peer's nodes.
    if (n > 0) ms += performance.now() - startedAt;
  }
  return ms;
}
