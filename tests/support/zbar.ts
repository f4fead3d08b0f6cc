import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);
/** zbarimg's exit status for a picture without a symbol. */
const NO_SYMBOL = 4;

/** A symbol as read by Debian's zbarimg: an independent decoder. */
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
  return (await outputOf([path]))
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => {
      const colon = line.indexOf(':');
      return { type: line.slice(0, colon), data: line.slice(colon + 1) };
    });
}

/**
 * The same of many files, at a third of the cost: one process reads them all. If a symbol has more than plain ASCII the
 * files are read one by one.
 */
export async function readAllWithZbar(paths: readonly string[]): Promise<readonly (readonly ZbarSymbol[])[]> {
  const output = paths.length === 0 ? '' : await outputOf(['--xml', ...paths]);
  const found = new Map<string, readonly ZbarSymbol[]>(paths.map((path) => [path, []]));
  for (const [, path = '', source = ''] of output.matchAll(/<source href='([^']*)'>([\s\S]*?)<\/source>/g)) {
    const symbols = [...source.matchAll(/<symbol type='([^']*)'[^>]*><data>(?:<!\[CDATA\[([ -~]*?)\]\]>)<\/data>/g)];
    const isPlain = symbols.length === source.split('<symbol ').length - 1;
    if (!isPlain || !found.has(path)) return Promise.all(paths.map((one) => readWithZbar(one)));
    found.set(
      path,
      symbols.map(([, type = '', data = '']) => ({ type, data })),
    );
  }
  return paths.map((path) => found.get(path) ?? []);
}

function outputOf(args: readonly string[]): Promise<string> {
  const always = ['-q', '--nodbus', '-Sdisable', '-Scode128.enable', '-Sean13.enable', '-Sqrcode.enable'];
  return run('zbarimg', [...always, ...args], { maxBuffer: 16 * 1024 * 1024 }).then(
    ({ stdout }) => stdout,
    (error: { code?: number; stdout?: string }) => {
      if (error.code === NO_SYMBOL) return error.stdout ?? '';
      throw error;
    },
  );
}
