import { busyWhile } from '#services/idle.ts';

/** Timeout for loading a part of the program (specification 1, section 8). */
export const CHUNK_LIMIT_MS = 120_000;

/** Rejects if loading the code takes too long, in the same way as if it can't be fetched. */
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

/** Has the name that browsers give to a failed import. */
class ChunkLate extends Error {
  constructor() {
    super('Failed to fetch dynamically imported module in time');
  }
}
