import { deserialize, serialize } from 'node:v8';
import type { ExportedPage, LabelOutcome } from '#protocol/render.ts';

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

/** What was made of a chunk. Workers of one installation run one version of the program. */
export interface ChunkResult {
  readonly done: number;
  readonly labels: readonly LabelOutcome[];
  /** Those behind, whose page did not get full. */
  readonly ahead: readonly LabelOutcome[];
  readonly pages: readonly ExportedPage[];
  /** For each page what goes into a file. */
  readonly pieces: readonly Uint8Array[];
}

export function packResult({ done, labels, ahead, pages, pieces }: ChunkResult): Uint8Array {
  return serialize({ done, labels, ahead, pages, pieces });
}

export function unpackResult(bytes: Uint8Array): ChunkResult {
  return deserialize(bytes) as ChunkResult;
}
