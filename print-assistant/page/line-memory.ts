/** The last lines of the log, each with its time. */
export interface LineMemory {
  add(line: string): void;
  lines(): readonly string[];
}

const MOST = 200;
/** A time and a space. */
const TIME_CHARACTERS = 20;
/** A long stack trace or address is truncated. */
const MOST_CHARACTERS = 500;

export function createLineMemory(now: () => number): LineMemory {
  const lines: string[] = [];
  return {
    add(line) {
      const text = line.slice(0, MOST_CHARACTERS);
      // A repeated line replaces its earlier copy and pushes nothing else out.
      const before = lines.findIndex((kept) => kept.slice(TIME_CHARACTERS) === text);
      if (before !== -1) lines.splice(before, 1);
      lines.push(`${new Date(now()).toISOString().slice(0, 19).replace('T', ' ')} ${text}`);
      if (lines.length > MOST) lines.shift();
    },
    lines: () => lines,
  };
}
