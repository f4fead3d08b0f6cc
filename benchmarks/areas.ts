import type { Figure } from './figure.ts';

/** Every benchmark, by the prefix of its figures' names. A new one gets a line here. */
export const AREAS: readonly { readonly prefix: string; readonly run: () => Promise<readonly Figure[]> }[] = [
  { prefix: 'render-bulk', run: async () => (await import('./render-bulk.ts')).run() },
  { prefix: 'render-node', run: async () => (await import('./render-node.ts')).run() },
  { prefix: 'render-long', run: async () => (await import('./render-long.ts')).run() },
  { prefix: 'symbol-make', run: async () => (await import('./symbol-make.ts')).run() },
  { prefix: 'symbol-read', run: async () => (await import('./symbol-read.ts')).run() },
  { prefix: 'symbol-labels', run: async () => (await import('./symbol-labels.ts')).run() },
  { prefix: 'editor-move', run: async () => (await import('./editor-move.ts')).run() },
  { prefix: 'editor-redraw', run: async () => (await import('./editor-redraw.ts')).run() },
  { prefix: 'editor-first-paint', run: async () => (await import('./editor-first-paint.ts')).run() },
  { prefix: 'data-xlsx', run: async () => (await import('./data-xlsx.ts')).run() },
];
