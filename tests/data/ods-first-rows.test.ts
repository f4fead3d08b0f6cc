import { expect, test } from 'vitest';
import { expectOk } from '#model/kernel/result.ts';
import { bytesSource, openSpreadsheet, type OpenedSpreadsheet } from '#data-worker/open-spreadsheet.ts';
import { buildOds, odsCell, odsRow, odsTable, odsText } from '#tests/support/ods-builder.ts';

/** Texts that hardly compress, so that the content is read in several chunks. */
function createRows(count: number): string {
  let seed = 1;
  const next = (): string => (seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0).toString(36);
  const rows = [odsRow(odsText('Name'), odsText('No'))];
  for (let i = 0; i < count; i++) {
    const code = Array.from({ length: 8 }, next).join('');
    rows.push(odsRow(odsText(`${i} ${code}`), odsCell(`office:value-type="float" office:value="${i}"`, String(i))));
  }
  return rows.join('');
}

test('the first rows of a long .ods are there before the others, and are the same', async () => {
  const bytes = buildOds(odsTable(createRows(20_000), 'First') + odsTable(createRows(10), 'Second'));
  expect(bytes.length).toBeGreaterThan(600_000);
  const parts: { readonly part: OpenedSpreadsheet; readonly shown: unknown; readonly count: number }[] = [];
  const rowsOf = (opened: OpenedSpreadsheet, count: number): unknown =>
    expectOk(opened.rows('First', ['Name', 'No'], 0, count)).rows;
  const whole = expectOk(
    await openSpreadsheet(bytesSource(bytes), 'long.ods', {
      onPart(part) {
        const count = part.info.sheets[0]?.rowCount ?? 0;
        parts.push({ part, count, shown: rowsOf(part, count) });
      },
    }),
  );
  expect(whole.info.sheets.map(({ name, rowCount }) => [name, rowCount])).toEqual([
    ['First', 20_000],
    ['Second', 10],
  ]);
  const [first] = parts;
  expect(first?.count).toBeGreaterThan(100);
  expect(first?.count).toBeLessThan(20_000);
  expect(first?.part.info.connection).toBe(whole.info.connection);
  expect(first?.shown).toEqual(rowsOf(whole, first?.count ?? 0));
});

test('a short .ods has no parts: all of it is there at once', async () => {
  let parts = 0;
  const opened = openSpreadsheet(bytesSource(buildOds(odsTable(createRows(20)))), 'short.ods', {
    onPart: () => parts++,
  });
  expect(expectOk(await opened).info.sheets[0]?.rowCount).toBe(20);
  expect(parts).toBe(0);
});
