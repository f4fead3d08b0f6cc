import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PRINTER_LANGUAGES } from '#protocol/printer-settings.ts';
import { decodePng } from '#print-assistant/png/png-decode.ts';
import { readPwgRaster } from '#tests/assistant/pwg-reader.ts';
import { READERS } from '#tests/printing/languages/read-printer-data.ts';
import { createRenderFolder, renderIn, type Outcome, visibleIn } from '#tests/support/command-line.ts';

let folder: string;
beforeAll(async () => {
  folder = await createRenderFolder();
});
afterAll(() => rm(folder, { recursive: true, force: true }));

function render(...args: readonly string[]): Promise<Outcome> {
  return renderIn(folder, ['--template', 'label.tprt', '--data', 'rows.csv', ...args]);
}

/** The dots of the first page as in the PNG, 1 = ink. */
async function firstPage(): Promise<Uint8Array> {
  await render('--out', 'png');
  const decoded = await decodePng(await readFile(join(folder, 'png/page-00001.png')));
  if (!decoded.ok) throw new Error(decoded.error);
  const { bits, rowBytes, widthDots } = decoded.value;
  const spare = (1 << (rowBytes * 8 - widthDots)) - 1;
  return bits.map((byte, i) => ~(i % rowBytes === rowBytes - 1 ? byte | spare : byte) & 0xff);
}

describe('the command line makes files for printers', () => {
  test('with the dots of the PNGs, in every language', async () => {
    const expected = await firstPage();
    for (const language of PRINTER_LANGUAGES) {
      const { status, out } = await render('--out', language, '--format', language);
      expect([language, status, out]).toEqual([language, 1, expect.stringContaining('Pages written: 2')]);
      expect(await visibleIn(join(folder, language))).toEqual([`pages.${language}`]);
      const bytes = await readFile(join(folder, language, `pages.${language}`));
      const first =
        language === 'pwg' ? readPwgRaster(bytes)[0]?.rows : READERS[language](firstOf(language, bytes)).ink;
      expect(Buffer.compare(first ?? Buffer.alloc(0), expected), language).toBe(0);
    }
  });

  test('with the commands for the printer settings', async () => {
    const options = ['--darkness', '25', '--media', 'mark', '--gap', '2', '--finish', 'cut', '--offset', '5,-3'];
    await render('--out', 'inRange', '--format', 'tspl', ...options.slice(2));
    const bytes = await readFile(join(folder, 'inRange/pages.tspl'));
    expect(bytes.toString('latin1').split('CLS')[0]).toContain('BLINE 2 mm,0 mm\r\nSET TEAR OFF');
    expect((await render('--out', 'inRange', '--format', 'tspl', ...options)).errors).toContain('0 … 15');
  });

  test.each([
    ['--darkness', '3', 'only for printers'],
    ['--format', 'zpl --speed fast', '1 … 14'],
    ['--format', 'zpl --media paper', 'gap | mark | continuous'],
    ['--format', 'epl --finish rewind', 'tear | peel | cut'],
    ['--format', 'zpl --gap wide', '0 … 100'],
    ['--format', 'zpl --offset 3', 'X,Y'],
    ['--format', 'zpl --colour gray', 'bit'],
    ['--format', 'pcl', 'png | pdf'],
  ])('%s %s is rejected: %s', async (option, values, reason) => {
    const { status, errors } = await render('--out', 'no', option, ...values.split(' '));
    expect([status, errors]).toEqual([2, expect.stringContaining(reason)]);
  });
});

/** The first page of a file with several. */
function firstOf(language: string, bytes: Buffer): Buffer {
  const end =
    { zpl: '^XZ\r\n', tspl: 'PRINT 1,1\r\n', epl: '\r\nP1\r\n', cpcl: 'PRINT\r\n', escpos: '\x1b@' }[language] ?? '';
  const at = bytes.indexOf(end, language === 'escpos' ? 1 : 0);
  return bytes.subarray(0, language === 'escpos' ? at : at + end.length);
}
