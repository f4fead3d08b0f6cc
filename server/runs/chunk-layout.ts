/** Labels that are made together: from `first`, counted from 0. */
export interface ChunkPlace {
  readonly first: number;
  readonly count: number;
}

/**
 * Cuts the labels from `from` on into chunks that each begin with a page and end with one: a chunk has `atOnce` labels that
 * are printed, which is whole pages, and those that are known to be refused, which take no place.
 */
export function layOutChunks(
  from: number,
  total: number,
  atOnce: number,
  isRefused: (label: number) => boolean = () => false,
): ChunkPlace[] {
  const chunks: ChunkPlace[] = [];
  let first = from;
  let printed = 0;
  for (let label = from; label < total; label++) {
    if (!isRefused(label)) printed++;
    if (printed < atOnce && label < total - 1) continue;
    chunks.push({ first, count: label + 1 - first });
    first = label + 1;
    printed = 0;
  }
  return chunks;
}
