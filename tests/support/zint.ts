import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** The modules of a symbol, row by row, made by Debian's zint: an independent encoder. */
export async function zintModules(type: string, data: string, columns: number, ...options: string[]): Promise<string> {
  const { stdout } = await run('zint', ['--barcode', type, '--dump', ...options, '--data', data]);
  return stdout
    .trim()
    .split('\n')
    .map((line) => [...line.replaceAll(' ', '')].map(bitsOf).join('').slice(0, columns))
    .join('\n');
}

function bitsOf(hex: string): string {
  return parseInt(hex, 16).toString(2).padStart(4, '0');
}
