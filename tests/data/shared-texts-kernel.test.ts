import fc from 'fast-check';
import { expect, test } from 'vitest';
import { bytesSource } from '#data-worker/byte-source.ts';
import { StringTable } from '#data-worker/table/string-table.ts';
import { readSharedStrings } from '#data-worker/xlsx/shared-strings.ts';
import { readZipDirectory } from '#data-worker/zip-directory.ts';
import { expectOk } from '#model/kernel/result.ts';
import { buildZip } from '../support/zip-builder.ts';

const ITEMS = [
  '<si><t>plain</t></si>',
  '<si><t>中文 > "x"</t></si>',
  '<si><t xml:space="preserve"> blank </t></si>',
  '<si><t></t></si>',
  '<si><t/></si>',
  '<si/>',
  '<si><t>a &amp; b</t></si>',
  '<si><t>a\r\nb</t></si>',
  '<si> <t>c</t> </si>',
  "<si><t xml:space='preserve'>d</t></si>",
  '<si><r><t>one</t></r><r><rPr/><t> two</t></r></si>',
  '<si><t>word</t><rPh sb="0" eb="1"><t>sound</t></rPh></si>',
  '<si><t><![CDATA[<e>]]></t></si>',
  '<x:si><x:t>f</x:t></x:si>',
  '<!-- g -->',
  '\n  ',
];
const WRONG = ['<si><t>&no;</t></si>', '<si><t>h', '</si>', '</sst>', '<si><t>\0</t></si>', '<t>i</t>', '<rPh>', 'j'];

async function compare(items: readonly string[], pieceBytes: number): Promise<number> {
  const data = new TextEncoder().encode(`<sst xmlns:x="x">${items.join('')}</sst>`);
  const zip = buildZip([{ name: 'texts.xml', data, stored: true }]);
  const whole = bytesSource(zip);
  const entry = expectOk(await readZipDirectory(whole)).get('texts.xml');
  if (entry === undefined) throw new Error('no part');
  // In short chunks, so that tokens cross their boundaries.
  const source = {
    ...whole,
    read: (start: number, end: number) => whole.read(start, end - start <= 64 ? end : start + pieceBytes),
  };
  const read = async (isEnough?: () => null): Promise<unknown> => {
    const strings = new StringTable();
    const done = await readSharedStrings(source, entry, strings, {}, isEnough);
    return { done, texts: Array.from({ length: strings.count }, (_, i) => strings.text(i)) };
  };
  // A reader that asks after each text gets them one by one.
  const alone = (await read(() => null)) as { readonly texts: readonly string[] };
  expect(await read()).toEqual(alone);
  return alone.texts.length;
}

const pieceBytes = fc.oneof(fc.integer({ min: 65, max: 200 }), fc.constant(100_000));

test('shared texts in all kinds of XML are the same with the kernel as without it', async () => {
  let found = 0;
  const plain = fc.constantFrom(...ITEMS.slice(0, 3));
  const items = fc.array(fc.oneof({ weight: 4, arbitrary: plain }, fc.constantFrom(...ITEMS)), { maxLength: 100 });
  await fc.assert(
    fc.asyncProperty(items, pieceBytes, async (all, bytes) => {
      found += await compare(all, bytes);
    }),
    { numRuns: 300 },
  );
  expect(found).toBeGreaterThan(1000);
});

test('an error among shared texts is the same problem with the kernel as without it', async () => {
  const items = fc.array(fc.oneof({ weight: 9, arbitrary: fc.constantFrom(...ITEMS) }, fc.constantFrom(...WRONG)), {
    maxLength: 40,
  });
  await fc.assert(
    fc.asyncProperty(items, pieceBytes, async (all, bytes) => {
      await compare(all, bytes);
    }),
    { numRuns: 300 },
  );
});
