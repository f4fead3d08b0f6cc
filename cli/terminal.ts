/** Environment variables of the process, by name. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** What surrounds a command: its environment, what it reads and writes besides files, and what ends it. */
export interface Terminal {
  readonly env: Environment;
  readonly input: NodeJS.ReadableStream & { readonly isTTY?: boolean };
  readonly output: TextOutput;
  readonly errors: TextOutput;
  /** Aborts when the command is to end. */
  readonly signal: AbortSignal;
}

/** Where text goes; on a terminal somebody reads it as it comes. */
type TextOutput = NodeJS.WritableStream & { readonly isTTY?: boolean };

export function writeLine(output: TextOutput, line: string): void {
  output.write(`${line}\n`);
}
