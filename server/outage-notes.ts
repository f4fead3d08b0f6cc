/** The console is told at most this often. */
const TELL_EVERY_MS = 10_000;

/** Tells the console that the database or the storage of files is away: of a thousand failed requests a few lines. */
export function createOutageNotes(tell: (line: string) => void): (error: Error) => void {
  let toldAt = -Infinity;
  return (error) => {
    if (performance.now() - toldAt < TELL_EVERY_MS) return;
    toldAt = performance.now();
    tell(error.message);
  };
}
