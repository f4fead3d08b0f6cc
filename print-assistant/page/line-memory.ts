/** The last lines of the log, each with its time. */
export interface LineMemory {
  add(line: string): void;
  lines(): readonly string[];
}

const MOST = 200;
/** A stack trace or an address with a thousand letters is cut. */
const MOST_CHARACTERS = 500;

export function createLineMemory(now: () => number): LineMemory {
  const lines: string[] = [];
  return {
    add(line) {
      lines.push(`${new Date(now()).toISOString().slice(0, 19).replace('T', ' ')} ${line.slice(0, MOST_CHARACTERS)}`);
      if (lines.length > MOST) lines.shift();
    },
    lines: () => lines,
  };
}
