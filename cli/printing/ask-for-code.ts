import { createInterface } from 'node:readline/promises';

/** Asks in the terminal; null where there is none, or nothing was typed. */
export async function askForCode(question: string, signal: AbortSignal): Promise<string | null> {
  if (!process.stdin.isTTY) {
    console.error(question);
    return null;
  }
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  try {
    const code = (await lines.question(`${question} `, { signal })).replaceAll(/\s/g, '');
    return code === '' ? null : code;
  } catch {
    return null;
  } finally {
    lines.close();
  }
}
