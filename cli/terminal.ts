import type { Environment } from './printing/assistant-paths.ts';
import type { Parent } from './watch/parent.ts';
import type { OpenThreads } from './workers/worker-pool.ts';

/** What surrounds a command: its environment, what it reads and writes besides files, and what ends it. */
export interface Terminal {
  readonly env: Environment;
  readonly input: NodeJS.ReadableStream & { readonly isTTY?: boolean };
  readonly output: TextOutput;
  readonly errors: TextOutput;
  /** Aborts when the command is to end. */
  readonly signal: AbortSignal;
  /** As `openParent` in `watch/parent.ts`. */
  readonly openParent: (onGone: () => void) => Parent;
  /** How the threads that make pages are opened; new ones for each run when left out. */
  readonly openThreads?: OpenThreads;
}

/** Where text goes; on a terminal somebody reads it as it comes. */
type TextOutput = NodeJS.WritableStream & { readonly isTTY?: boolean };

export function writeLine(output: TextOutput, line: string): void {
  output.write(`${line}\n`);
}
