import { orAborted } from '#model/kernel/abort.ts';
import { ok } from '#model/kernel/result.ts';
import type { Written } from './device-line.ts';

/** The result of a piece: how much of it was certainly accepted, and whether the device accepts more. */
export interface TakenPiece {
  readonly takenBytes: number;
  readonly takesMore: boolean;
}

/**
 * Sends bytes piece by piece, each after the previous one was accepted. At the signal it no longer waits for the piece.
 */
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
    // A device that silently accepts nothing would be retried forever.
    if (!taken.value.takesMore || taken.value.takenBytes === 0) return { type: 'broken', takenBytes };
  }
  return { type: 'taken' };
}
