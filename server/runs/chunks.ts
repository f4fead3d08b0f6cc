import { deserialize, serialize } from 'node:v8';
import type { ExportedPage, LabelOutcome } from '#protocol/render.ts';

/** Labels that are rendered together: from `first`, counted from 0. */
export interface ChunkPlace {
  readonly first: number;
  readonly count: number;
}

/**
 * Splits the labels from `from` on into chunks that each begin and end with a page: a chunk has `atOnce` printable
 * labels, which is whole pages, and labels known to be rejected, which take no place.
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

/** The result of a chunk. Workers of one installation run one version of the program. */
export interface ChunkResult {
  readonly done: number;
  readonly labels: readonly LabelOutcome[];
  /** Results of following labels, whose page is incomplete. */
  readonly ahead: readonly LabelOutcome[];
  readonly pages: readonly ExportedPage[];
  /** The content of a file for each page. */
  readonly pieces: readonly Uint8Array[];
}

export function packResult({ done, labels, ahead, pages, pieces }: ChunkResult): Uint8Array {
  return serialize({ done, labels, ahead, pages, pieces });
}

export function unpackResult(bytes: Uint8Array): ChunkResult {
  return deserialize(bytes) as ChunkResult;
}
