/** Settles once everything that waits for this thread has had its turn: a long computation asks for it now and then. */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
