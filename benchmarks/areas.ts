import type { Figure } from './figure.ts';

/** A group of benchmarks that can run alone. */
export interface Area {
  /** Prefix of the names of its figures. */
  readonly prefix: string;
  /** The figure that CI checks: against a peer in the same run, so that it means the same on any machine. */
  readonly main?: string;
  /** `quick` requests fewer rounds of slow measurements. */
  readonly run: (quick: boolean) => Promise<readonly Figure[]>;
}

/** All benchmark areas. */
export const AREAS: readonly Area[] = [
  { prefix: 'render-bulk', main: 'render-bulk-konva', run: async () => (await import('./render-bulk.ts')).run() },
  {
    prefix: 'render-node',
    run: async (quick) => (await import('./render-node.ts')).run(quick),
  },
  { prefix: 'render-fit', main: 'render-fit', run: async (quick) => (await import('./render-fit.ts')).run(quick) },
  { prefix: 'render-long', main: 'render-long-canvas2d', run: async () => (await import('./render-long.ts')).run() },
  {
    prefix: 'run-headless',
    main: 'run-headless',
    run: async (quick) => (await import('./run-headless.ts')).run(quick),
  },
  {
    prefix: 'symbol-make',
    main: 'symbol-make-code128-bwip',
    run: async (quick) => (await import('./symbol-make.ts')).run(quick),
  },
  {
    prefix: 'symbol-read',
    main: 'symbol-read-code128-zxing',
    run: async (quick) => (await import('./symbol-read.ts')).run(quick),
  },
  {
    prefix: 'kernel-loop',
    main: 'kernel-loop-floydSteinberg',
    run: async (quick) => (await import('./kernel-loops.ts')).run(quick),
  },
  { prefix: 'kernel-print', run: async () => (await import('./kernel-print.ts')).run() },
  { prefix: 'run-label', main: 'run-label-picture', run: async (quick) => (await import('./run-label.ts')).run(quick) },
  { prefix: 'run-check', main: 'run-check', run: async (quick) => (await import('./run-check.ts')).run(quick) },
  { prefix: 'run-pages', run: async () => (await import('./run-pages.ts')).run() },
  { prefix: 'run-long', run: async () => (await import('./run-long.ts')).run() },
  {
    prefix: 'run-throughput',
    main: 'run-throughput',
    run: async (quick) => (await import('./run-throughput.ts')).run(quick),
  },
  { prefix: 'symbol-labels', run: async () => (await import('./symbol-labels.ts')).run() },
  { prefix: 'editor-move', main: 'editor-move-konva', run: async () => (await import('./editor-move.ts')).runMove() },
  { prefix: 'editor-drag', run: async () => (await import('./editor-move.ts')).runDrag() },
  {
    prefix: 'editor-redraw',
    main: 'editor-redraw-canvas2d',
    run: async () => (await import('./editor-redraw.ts')).run(),
  },
  { prefix: 'editor-first-paint', run: async () => (await import('./editor-first-paint.ts')).run() },
  { prefix: 'editor-frames', run: async () => (await import('./editor-frames.ts')).run() },
  { prefix: 'editor-undo', run: async () => (await import('./editor-undo.ts')).run() },
  { prefix: 'net', main: 'net-bytes', run: async (quick) => (await import('./net-load.ts')).run(quick) },
  {
    prefix: 'data-csv',
    main: 'data-csv-100k',
    run: async (quick) => (await import('./data-csv.ts')).run(quick),
  },
  {
    prefix: 'data-query',
    main: 'data-query-100k-sort-text',
    run: async (quick) => (await import('./data-query.ts')).run(quick),
  },
  {
    prefix: 'document-pages',
    main: 'document-pages-shapes',
    run: async (quick) => (await import('./document-pages.ts')).run(quick),
  },
  { prefix: 'data-rows', run: async () => (await import('./data-rows.ts')).run() },
  { prefix: 'data-scroll', run: async () => (await import('./data-scroll.ts')).run() },
  { prefix: 'load', main: 'load-p99-sqlite', run: async (quick) => (await import('./load.ts')).run(quick) },
  { prefix: 'data-xlsx', main: 'data-xlsx-100k', run: async (quick) => (await import('./data-xlsx.ts')).run(quick) },
  {
    prefix: 'document-split',
    main: 'document-split-right',
    run: async (quick) => (await import('./document-split.ts')).run(quick),
  },
  { prefix: 'scale', main: 'scale-workers', run: async (quick) => (await import('./scale-runs.ts')).run(quick) },
];
