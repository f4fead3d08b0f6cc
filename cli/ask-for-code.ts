import { createInterface } from 'node:readline/promises';
import { type Terminal, writeLine } from './terminal.ts';

/** Asks in the terminal; null where there is none, or nothing was typed. */
export async function askForCode(
  question: string,
  { input, errors }: Pick<Terminal, 'input' | 'errors'>,
  signal: AbortSignal,
): Promise<string | null> {
  if (input.isTTY !== true) {
    writeLine(errors, question);
    return null;
  }
  const lines = createInterface({ input, output: errors });
  try {
    const code = (await lines.question(`${question} `, { signal })).replaceAll(/\s/g, '');
    return code === '' ? null : code;
  } catch {
    return null;
  } finally {
    lines.close();
  }
}
