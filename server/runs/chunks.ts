import { deserialize, serialize } from 'node:v8';
import type { ExportedPage, LabelOutcome } from '#protocol/render.ts';
import type { RunPlan } from './run-settings.ts';

/** Labels that are rendered together: from `first`, counted from 0. */
export interface ChunkPlace {
  readonly first: number;
  readonly count: number;
}

/** Towards the end of a run each chunk has at most this share of the labels that are left. */
const SHARE_OF_REST = 1 / 4;

/**
 * Splits the labels from `from` on into chunks that each begin and end with a page: a chunk has at most `rowsAtOnce`
 * printable labels, which is whole pages, and labels known to be rejected, which take no place. Towards the end they
 * become shorter, down to `rowsAtEnd`, so that all workers end at about the same time.
 */
export function layOutChunks(
  from: number,
  total: number,
  { rowsAtOnce, rowsAtEnd = rowsAtOnce, cells }: Pick<RunPlan, 'rowsAtOnce' | 'rowsAtEnd' | 'cells'>,
  isRefused: (label: number) => boolean = () => false,
): ChunkPlace[] {
  const chunks: ChunkPlace[] = [];
  for (let first = from; first < total;) {
    const share = Math.floor(((total - first) * SHARE_OF_REST) / cells) * cells;
    let left = Math.min(rowsAtOnce, Math.max(rowsAtEnd, share));
    let end = first;
    for (; end < total && left > 0; end++) if (!isRefused(end)) left--;
    chunks.push({ first, count: end - first });
    first = end;
  }
  return chunks;
}

/** What a chunk's result says about its labels and pages. */
export interface ChunkFacts {
  readonly done: number;
  readonly labels: readonly LabelOutcome[];
  /** Results of following labels, whose page is incomplete. */
  readonly ahead: readonly LabelOutcome[];
  readonly pages: readonly ExportedPage[];
}

/** The result of a chunk. Workers of one installation run one version of the program. */
export interface ChunkResult extends ChunkFacts {
  /** The content of a file for each page. */
  readonly pieces: readonly Uint8Array[];
}

interface PackedFacts extends ChunkFacts {
  /** Bytes of each piece. */
  readonly lengths: readonly number[];
}

/** Before the facts: their length. */
const LENGTH_BYTES = 4;
/** First byte of results of earlier versions, which have the pieces among the facts. No facts are as long as that. */
const EARLIER_VERSION = 0xff;

/** The length of the facts, the facts, and the pieces: so a report reads no pages. */
export function packResult({ done, labels, ahead, pages, pieces }: ChunkResult): Uint8Array {
  const lengths = pieces.map((piece) => piece.length);
  const facts = serialize({ done, labels, ahead, pages, lengths } satisfies PackedFacts);
  const length = Buffer.alloc(LENGTH_BYTES);
  length.writeUInt32BE(facts.length);
  return Buffer.concat([length, facts, ...pieces]);
}

export function unpackResult(bytes: Buffer): ChunkResult {
  if (bytes[0] === EARLIER_VERSION) return deserialize(bytes) as ChunkResult;
  let at = factsEnd(bytes);
  const { lengths, ...facts } = deserialize(bytes.subarray(LENGTH_BYTES, at)) as PackedFacts;
  const pieces = lengths.map((length) => bytes.subarray(at, (at += length)));
  if (at !== bytes.length) throw new Error('a result of another length');
  return { ...facts, pieces };
}

/** The pieces of a result, one after the other: without its facts, which take longer to read. */
export function joinedPieces(bytes: Buffer): Uint8Array {
  return bytes[0] === EARLIER_VERSION ? Buffer.concat(unpackResult(bytes).pieces) : bytes.subarray(factsEnd(bytes));
}

/** The facts from the first bytes of a result; null where more of them are needed. */
export function unpackFacts(start: Buffer): ChunkFacts | null {
  if (start[0] === EARLIER_VERSION || factsEnd(start) > start.length) return null;
  return deserialize(start.subarray(LENGTH_BYTES, factsEnd(start))) as PackedFacts;
}

function factsEnd(start: Buffer): number {
  return LENGTH_BYTES + start.readUInt32BE(0);
}
