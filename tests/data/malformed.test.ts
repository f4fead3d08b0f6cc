import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { createBoundedReader, type BoundedOutcome } from '#tests/support/bounded-reading.ts';
import { MALFORMED } from '#tests/support/malformed-spreadsheets.ts';
import { isDrawn, SEED } from '#tests/support/seed.ts';
import { createRandom } from '#tests/support/symbol-values.ts';

/** CPU time limit, for any file. */
const LIMIT_MS = 10_000;
const FIXTURES = join(import.meta.dirname, '../fixtures');
/** Expected problems of an unreadable file: any other code would say too little, or something wrong. */
const CODES = [
  'data.unreadable',
  'data.tooLarge',
  'data.encrypted',
  'data.noSheets',
  'data.empty',
  'data.unclosedQuote',
  'file.wrongType',
];
/** One in this number of files is read in each run. */
const ONE_IN = 3;
/** Texts have no checksums: a flipped bit is another letter, or another delimiter. */
const HAS_CHECK_SUMS = /\.(?:xlsx|ods)$/;

const reader = createBoundedReader(LIMIT_MS);
afterAll(() => reader.dispose());

/** The code of the problem, or `right`; a timeout or a crash of the thread is neither. */
function endOf(outcome: BoundedOutcome): string {
  if (outcome.how !== 'read') return `${outcome.how} after ${Math.round(outcome.cpuMs)} ms`;
  return outcome.result.ok ? 'right' : outcome.result.error.code;
}

describe('files made to keep a reader busy', () => {
  test.each(MALFORMED.filter(([name]) => isDrawn(name, ONE_IN)))('%s', async (_name, make, expected) => {
    expect(endOf(await reader.read(make()))).toBe(expected);
  });
});

const FILES = [
  ...readdirSync(join(FIXTURES, 'workbooks'))
    .filter((name) => /\.(?:xlsx|xls|ods|fods)$/.test(name))
    .map((name) => join('workbooks', name)),
  'clipboard/excel.html.txt',
  'clipboard/libreoffice.html.txt',
];
const PARTS = 50;
const FLIPS = 25;

describe.each(FILES)('%s, damaged', (file) => {
  const bytes = Uint8Array.from(readFileSync(join(FIXTURES, file)));

  test('cut off anywhere', async () => {
    const whole = await reader.read(bytes);
    for (let part = 1; part < PARTS; part++) {
      if (!isDrawn(`${file} ${part}`, ONE_IN)) continue;
      const outcome = await reader.read(bytes.subarray(0, Math.floor((bytes.length * part) / PARTS)));
      expect([...CODES, 'right'], `${part}/${PARTS}`).toContain(endOf(outcome));
      // A page shows the rows so far, as in a browser. Of an .xls the end may be missing that has no cells.
      if (endOf(outcome) === 'right' && !file.endsWith('.html.txt')) {
        expect(outcome, `${part}/${PARTS}`).toMatchObject({ result: whole.how === 'read' ? whole.result : null });
      }
    }
  });

  test('with wrong bytes here and there, or in a row', async () => {
    const random = createRandom(SEED);
    const whole = await reader.read(bytes);
    for (let i = 0; i < FLIPS; i++) {
      const damaged = bytes.slice();
      const at = Math.floor(random() * bytes.length);
      const burst = i % 3 === 0 ? 64 : 3;
      for (let k = 0; k < burst; k++) {
        const place = i % 3 === 0 ? (at + k) % bytes.length : Math.floor(random() * bytes.length);
        damaged[place] = Math.floor(random() * 256);
      }
      if (!isDrawn(`${file} damaged ${i}`, ONE_IN)) continue;
      const outcome = await reader.read(damaged);
      expect([...CODES, 'right'], `seed ${SEED}, ${i}`).toContain(endOf(outcome));
      if (!HAS_CHECK_SUMS.test(file) || outcome.how !== 'read' || !outcome.result.ok) continue;
      expect(outcome.result, `seed ${SEED}, ${i}`).toEqual(whole.how === 'read' ? whole.result : null);
    }
  });
});

describe('texts of the characters that readers treat specially', () => {
  const pieces =
    '<table> <tr> <td> <td colspan=9> </table> <!-- --> <?xml version="1.0"?> <Workbook xmlns="urn:x"> <Worksheet ss:Name="S"> ' +
    '<Table> <Row> <Row ss:Index="9"> <Cell> <Data ss:Type="Number"> </Data> </Cell> </Row> </Table> <![CDATA[ ]]> &amp; &#65; ' +
    'ID;P C;Y1;X1;K1 C;Y2;X2;K"a" E " "" , ; | 1 a \u00e9 \u4e2d ss:Type="String" > < = \' DATA 0,0 -1,0 BOT EOD';
  const words = [...pieces.split(' '), ' ', '\n', '\r\n', '\t', '\0', '\u001a'];
  const starts = ['', '<table>', '<?xml version="1.0"?><Workbook xmlns="u">', 'ID;PWXL\r\nC;Y1;X1;K"a"\r\n', '\ufeff'];

  test('give cells or a problem', async () => {
    const random = createRandom(SEED);
    const pick = (list: readonly string[]): string => list[Math.floor(random() * list.length)] ?? '';
    for (let i = 0; i < 300; i++) {
      const text = pick(starts) + Array.from({ length: 1 + Math.floor(random() * 300) }, () => pick(words)).join('');
      if (!isDrawn(`text ${i}`, ONE_IN)) continue;
      const end = endOf(await reader.read(new TextEncoder().encode(text)));
      expect([...CODES, 'right'], `seed ${SEED}, ${i}: ${JSON.stringify(text.slice(0, 300))}`).toContain(end);
    }
  });
});

test('the test ends a thread that works for too long', async () => {
  const slow = createBoundedReader(50);
  const text = `a;b\n${'x;"y"\n'.repeat(3_000_000)}`;
  expect((await slow.read(new TextEncoder().encode(text))).how).toBe('hung');
  await slow.dispose();
});
