/** Settles once everything that waits for this thread has had its turn: a long computation asks for it now and then. */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

/** Joins what is computed part by part; everything else has its turn after each. */
export async function gathered(parts: Iterable<Uint8Array>): Promise<Uint8Array> {
  const all: Uint8Array[] = [];
  for (const part of parts) {
    all.push(part);
    await nextTurn();
  }
  return Buffer.concat(all);
}
