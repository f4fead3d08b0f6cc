import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);
/** zbarimg's exit status for a picture without a symbol. */
const NO_SYMBOL = 4;

/** A symbol as Debian's zbarimg reads it: an independent decoder. */
export interface ZbarSymbol {
  /** `CODE-128`, `EAN-13`, `QR-Code` … */
  readonly type: string;
  readonly data: string;
}

/**
 * Every symbol of an image file. Empty when it finds none. (Its XML output is not used: there it writes bytes above
 * 0x7f wrong.)
 */
export async function readWithZbar(path: string): Promise<readonly ZbarSymbol[]> {
  const args = ['-q', '-Sdisable', '-Scode128.enable', '-Sean13.enable', '-Sqrcode.enable', path];
  const output = await run('zbarimg', args, { maxBuffer: 16 * 1024 * 1024 }).then(
    ({ stdout }) => stdout,
    (error: { code?: number; stdout?: string }) => {
      if (error.code === NO_SYMBOL) return '';
      throw error;
    },
  );
  return output
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => {
      const colon = line.indexOf(':');
      return { type: line.slice(0, colon), data: line.slice(colon + 1) };
    });
}
