/** Environment variables of the process, by name. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** The environment of a command: variables, input, output, and the signal that ends it. */
export interface Terminal {
  readonly env: Environment;
  readonly input: NodeJS.ReadableStream & { readonly isTTY?: boolean };
  readonly output: TextOutput;
  readonly errors: TextOutput;
  /** Aborts when the command is to end. */
  readonly signal: AbortSignal;
}

/** Text output; on a terminal a user reads it as it appears. */
type TextOutput = NodeJS.WritableStream & { readonly isTTY?: boolean };

export function writeLine(output: TextOutput, line: string): void {
  output.write(`${line}\n`);
}
