import { expect, test } from 'vitest';
import { bytesSource, openSpreadsheet, type OpenedSpreadsheet } from '#data-worker/open-spreadsheet.ts';
import { createPace } from '#data-worker/pace.ts';
import { indexCsv } from '#data-worker/csv/csv-indexer.ts';
import { expectOk, type Result } from '#model/kernel/result.ts';

interface Opening {
  readonly parts: readonly OpenedSpreadsheet[];
  readonly opened: Result<OpenedSpreadsheet>;
}

async function open(bytes: Uint8Array<ArrayBuffer>): Promise<Opening> {
  const parts: OpenedSpreadsheet[] = [];
  const opened = await openSpreadsheet(bytesSource(bytes), 'long.csv', { onPart: (part) => parts.push(part) });
  return { parts, opened };
}

function createText(rows: number, end = ''): string {
  const lines = Array.from({ length: rows }, (_, i) => `"Item ${i}, 苹果";${i};note "${i}"`);
  return `Name;No;Note\n${lines.join('\n')}\n${end}`;
}

const utf8 = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text);

function utf16(text: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(Buffer.from(`\ufeff${text}`, 'utf16le'));
}

test.each([
  ['UTF-8', utf8],
  ['UTF-16', utf16],
])('the first rows of a long text in %s come before the others', async (_, encode) => {
  const { parts, opened } = await open(encode(createText(20_000)));
  const whole = expectOk(opened);
  expect(parts).toHaveLength(1);
  const [first] = parts;
  const sheet = first?.info.sheets[0];
  expect(sheet?.columns).toEqual(['Name', 'No', 'Note']);
  expect(sheet?.rowCount).toBeGreaterThan(100);
  expect(sheet?.rowCount).toBeLessThan(20_000);
  expect(first?.info.connection).toBe(whole.info.connection);
  expect(first?.info.text?.encoding).toBe(whole.info.text?.encoding);
  const rows = (of: OpenedSpreadsheet | undefined): unknown =>
    of?.rows('Sheet1', ['Name', 'No', 'Note'], 0, sheet?.rowCount ?? 0);
  expect(rows(first)).toEqual(rows(whole));
  expect(whole.info.sheets[0]?.rowCount).toBe(20_000);
});

test('a cell that continues beyond the first part is not shown cut off', async () => {
  const before = 'first;one\n'.repeat(300);
  const long = `Name;Note\n${before}second;"${'two\n'.repeat(30_000)}"\n${'more;rows\n'.repeat(40_000)}`;
  const { parts, opened } = await open(utf8(long));
  const shown = parts[0]?.rows('Sheet1', ['Name', 'Note'], 0, 1000);
  expect(shown).toMatchObject({ value: { rows: Array.from({ length: 300 }, () => ['first', 'one']) } });
  expect(expectOk(opened).rows('Sheet1', ['Name'], 299, 3)).toMatchObject({
    value: { rows: [['first'], ['second'], ['more']] },
  });
});

test('an error at the end of a long text is reported, also when its first rows were shown before', async () => {
  const { parts, opened } = await open(utf8(createText(20_000, '"never closed;1')));
  // They need the hash of the file, which is made during the parsing: either may be the first.
  expect(parts.length).toBeLessThanOrEqual(1);
  expect(opened).toMatchObject({ ok: false, error: { code: 'data.unclosedQuote' } });
});

test('a short text is there at once', async () => {
  const { parts, opened } = await open(utf8(createText(100)));
  expect(parts).toHaveLength(0);
  expect(opened.ok).toBe(true);
});

test('the worker handles messages while it finds the cells, and reports its progress', async () => {
  const bytes = utf8(createText(40_000));
  const reported: number[] = [];
  let rests = 0;
  const pace = { due: () => true, rest: () => Promise.resolve(++rests > 0) };
  const form = { delimiter: 0x3b, quote: 0x22, offset: 0 };
  expectOk(await indexCsv(bytes, form, pace, ({ bytesDone }) => reported.push(bytesDone)));
  expect(rests).toBe(Math.ceil(bytes.length / (1 << 18)));
  expect(reported).toEqual(reported.toSorted((a, b) => a - b));
  expect(reported.at(-1)).toBe(bytes.length);
  const stop = new AbortController();
  stop.abort();
  const given = await indexCsv(bytes, form, { ...createPace(stop.signal), due: () => true });
  expect(given).toMatchObject({ ok: false, error: { code: 'aborted' } });
});
