import type { PieceWanted } from '#protocol/assistant.ts';
import { encodePiece } from '#protocol/image-pieces.ts';
import { replyKey } from './pending-replies.ts';

/** A connection with the images of the pages announced on it, by the key of their replies. */
interface AnnouncedImages {
  readonly socket: WebSocket;
  readonly images: ReadonlyMap<string, Uint8Array>;
}

/** A page that was canceled has no bytes, and the assistant cancels it too. */
export function sendPiece(
  { socket, images }: AnnouncedImages,
  { jobId, sequence, piece, from, to }: PieceWanted['data'],
): void {
  const image = images.get(replyKey('outputPrintting', jobId, sequence));
  const bytes = image?.subarray(from, to) ?? new Uint8Array(0);
  if (socket.readyState === socket.OPEN) socket.send(encodePiece({ piece, bytes }));
}
