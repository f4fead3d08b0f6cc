import type { PreviewLabel } from '#protocol/render.ts';

/** Row numbers as a short text: 2, 3, 4, 7 becomes `2–4, 7`. Without duplicates. */
export function rowNumbers(rows: Iterable<number>): string {
  const sorted = [...new Set(rows)].sort((a, b) => a - b);
  const runs: [number, number][] = [];
  for (const row of sorted) {
    const last = runs.at(-1);
    if (last !== undefined && row === last[1] + 1) last[1] = row;
    else runs.push([row, row]);
  }
  return runs.map(([from, to]) => (from === to ? `${from}` : `${from}–${to}`)).join(', ');
}

/** The spreadsheet rows of the labels on a page; empty if nothing is bound. */
export function boundRows(labels: readonly PreviewLabel[]): readonly number[] {
  return labels.filter((label) => label.cell !== null && label.row > 0).map((label) => label.row);
}
