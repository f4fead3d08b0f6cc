import { orAborted } from '#model/kernel/abort.ts';
import { ok } from '#model/kernel/result.ts';
import type { Written } from './device-line.ts';

/** What a device says of a piece: how much of it was surely taken, and whether it takes more. */
export interface TakenPiece {
  readonly takenBytes: number;
  readonly takesMore: boolean;
}

/** Hands bytes over piece by piece, each after the one before was taken. At the signal it waits for the piece no longer. */
export async function writePieces(
  bytes: Uint8Array,
  pieceBytes: number,
  signal: AbortSignal,
  take: (piece: Uint8Array<ArrayBuffer>) => Promise<TakenPiece>,
): Promise<Written> {
  let takenBytes = 0;
  while (takenBytes < bytes.length) {
    const piece = bytes.slice(takenBytes, takenBytes + pieceBytes);
    const taken = await orAborted<TakenPiece>(take(piece).then(ok), signal);
    if (!taken.ok) return { type: 'broken', takenBytes };
    takenBytes += Math.min(taken.value.takenBytes, piece.length);
    // One that takes nothing without a word would be asked for ever.
    if (!taken.value.takesMore || taken.value.takenBytes === 0) return { type: 'broken', takenBytes };
  }
  return { type: 'taken' };
}
