import { deserialize, serialize } from 'node:v8';
import type { ExportedPage, LabelOutcome } from '#protocol/render.ts';

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
