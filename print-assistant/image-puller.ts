import { problem } from '#model/kernel/problem.ts';
import { err, ok, type Result } from '#model/kernel/result.ts';
import { encodePieceWanted, type AnnouncedPage } from '#protocol/assistant.ts';
import { decodePiece, PIECE_BYTES } from '#protocol/image-pieces.ts';
import type { Client } from './fair-share.ts';
import type { ImageMemory } from './image-memory.ts';

export interface ImagePuller {
  /**
   * Pulls the page's PNG piece by piece: the next piece is requested once the last has arrived, so that only one is in
   * flight. Waits for memory first, with the timeout of a piece. `done` releases the memory. Problems:
   * `print.cancelled`, `assistant.wentAway`, `assistant.bytesWaiting`, `assistant.badMessage`.
   */
  pull(client: Client, page: AnnouncedPage, signal: AbortSignal): Promise<Result<PulledImage>>;
  /** Takes a binary frame. `late`: its page has been aborted; `unknown`: it was never requested. */
  take(frame: Uint8Array): 'taken' | 'late' | 'unknown';
  /** The client has disconnected: requested pieces will not arrive. */
  end(): void;
}

export interface PulledImage {
  readonly png: Uint8Array;
  done(): void;
}

/** A requested part of a PNG, with its deadline. */
interface Part {
  readonly from: number;
  readonly to: number;
  readonly until: number;
}

type Answer = Uint8Array | 'wentAway' | 'late' | 'cancelled';

/** A slower client would keep the printer from others. Pieces come from the same machine. */
const SLOWEST_BYTES_PER_MS = 4 * 1024;
const MEGABYTE = 1024 * 1024;

/**
 * Requests the announced images from one client, by `send`. `pieceMs` is the timeout of a piece; all of them together
 * may take that plus their time at the slowest speed.
 */
export function createImagePuller(send: (text: string) => void, memory: ImageMemory, pieceMs: number): ImagePuller {
  const waiting = new Map<number, (answer: Answer) => void>();
  let lastPiece = 0;
  const disconnected = new AbortController();

  function ask({ jobId, sequence }: AnnouncedPage, part: Part, signal: AbortSignal): Promise<Answer> {
    const { from, to, until } = part;
    return new Promise((resolve) => {
      const piece = ++lastPiece;
      const finish = (answer: Answer): void => {
        clearTimeout(timer);
        waiting.delete(piece);
        signal.removeEventListener('abort', onAbort);
        resolve(answer);
      };
      const onAbort = (): void => finish(disconnected.signal.aborted ? 'wentAway' : 'cancelled');
      const timer = setTimeout(() => finish('late'), Math.min(pieceMs, until - performance.now()));
      waiting.set(piece, finish);
      signal.addEventListener('abort', onAbort, { once: true });
      if (signal.aborted) onAbort();
      else send(encodePieceWanted({ jobId, sequence, piece, from, to }));
    });
  }

  async function fill(png: Uint8Array, page: AnnouncedPage, signal: AbortSignal): Promise<Result<null>> {
    const until = performance.now() + pieceMs + png.length / SLOWEST_BYTES_PER_MS;
    for (let from = 0; from < png.length; from += PIECE_BYTES) {
      const to = Math.min(from + PIECE_BYTES, png.length);
      const answer = await ask(page, { from, to, until }, signal);
      if (answer === 'cancelled') return err(problem('print.cancelled'));
      if (answer === 'wentAway') return err(problem('assistant.wentAway'));
      if (answer === 'late')
        return err(problem('assistant.badMessage', { reason: 'a chunk of a page was not received' }));
      if (answer.length === 0) return err(problem('print.cancelled'));
      if (answer.length !== to - from) {
        return err(problem('assistant.badMessage', { reason: 'a chunk of a page has the wrong size' }));
      }
      png.set(answer, from);
    }
    return ok(null);
  }

  return {
    async pull(client, page, cancel) {
      const signal = AbortSignal.any([cancel, disconnected.signal]);
      // The printer is waiting: memory used by images for another printer does not keep it from other clients.
      const late = AbortSignal.timeout(pieceMs);
      const free = await memory.take(client, page.imageBytes, AbortSignal.any([signal, late]));
      if (free === null) {
        if (signal.aborted) return err(problem(disconnected.signal.aborted ? 'assistant.wentAway' : 'print.cancelled'));
        return err(problem('assistant.bytesWaiting', { megabytes: Math.floor(memory.bytes / MEGABYTE) }));
      }
      const png = new Uint8Array(page.imageBytes);
      const filled = await fill(png, page, signal);
      if (filled.ok) return ok({ png, done: free });
      free();
      return filled;
    },
    take(frame) {
      const answer = decodePiece(frame);
      if (answer === null || answer.piece > lastPiece) return 'unknown';
      const finish = waiting.get(answer.piece);
      finish?.(answer.bytes);
      return finish === undefined ? 'late' : 'taken';
    },
    end: () => disconnected.abort(),
  };
}
