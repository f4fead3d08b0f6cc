/** Settles once all pending work of this thread has had its turn: a long computation awaits it from time to time. */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

/** Joins parts as they are computed; other work has its turn after each. */
export async function gathered(parts: Iterable<Uint8Array>): Promise<Uint8Array> {
  const all: Uint8Array[] = [];
  for (const part of parts) {
    all.push(part);
    await nextTurn();
  }
  return Buffer.concat(all);
}
