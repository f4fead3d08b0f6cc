import { busyWhile } from '#services/idle.ts';

/** A part of the program that has not come by then does not come (specification 1, section 8). */
export const CHUNK_LIMIT_MS = 120_000;

/** Rejects once the code that is on its way has taken too long, as where it cannot be fetched at all. */
export async function withinChunkTime<T>(code: Promise<T>, limitMs: number = CHUNK_LIMIT_MS): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new ChunkLate()), limitMs);
  });
  try {
    return await Promise.race([busyWhile(code), late]);
  } finally {
    clearTimeout(timer);
  }
}

/** Named as browsers name a part that they cannot fetch. */
class ChunkLate extends Error {
  constructor() {
    super('Failed to fetch dynamically imported module in time');
  }
}
