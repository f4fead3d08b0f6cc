import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** A symbol as Debian's zbarimg reads it: an independent decoder. */
export interface ZbarSymbol {
  /** `CODE-128`, `EAN-13`, `QR-Code` … */
  readonly type: string;
  readonly data: string;
}

/** Every symbol of an image file. Empty when it finds none. */
export async function readWithZbar(path: string): Promise<readonly ZbarSymbol[]> {
  const output = await run(
    'zbarimg',
    ['-q', '--xml', '-Sdisable', '-Scode128.enable', '-Sean13.enable', '-Sqrcode.enable', path],
    {
      maxBuffer: 16 * 1024 * 1024,
    },
  ).then(
    ({ stdout }) => stdout,
    (error: { code?: number; stdout?: string }) => {
      // 4: no symbol found.
      if (error.code === 4) return '';
      throw error;
    },
  );
  return [
    ...output.matchAll(
      /<symbol type='([^']+)'[^>]*>.*?<data(?: format='([^']*)')?[^>]*><!\[CDATA\[([\s\S]*?)\]\]><\/data>/g,
    ),
  ].map((m) => ({
    type: m[1] ?? '',
    data: m[2] === 'base64' ? Buffer.from(m[3] ?? '', 'base64').toString('utf8') : (m[3] ?? ''),
  }));
}
