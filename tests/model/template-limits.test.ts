import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { expectOk } from '#model/kernel/result.ts';
import { createTemplate } from '#model/template/template.ts';
import { readTemplate, writeTemplate } from '#model/template/file-format.ts';
import { createLabelSettings } from '#model/template/label-limits.ts';
import { MarkupMeter, TEMPLATE_FILE_LIMITS } from '#model/template/markup-meter.ts';
import { packTemplate, unpackTemplate } from '#model/template/packing.ts';
import { createTestTable } from '#tests/support/create-table.ts';

const EMPTY = writeTemplate(createTemplate(createLabelSettings('x')));

function withAssets(inside: string): string {
  return EMPTY.replace(/<AssetList\s*\/>/, () => `<AssetList>${inside}</AssetList>`);
}

/** Result of opening such a file, packed and plain alike. */
function problemOf(xml: string): string | null {
  const plain = unpackTemplate(new TextEncoder().encode(xml));
  const packed = unpackTemplate(packTemplate(xml));
  expect(packed.ok).toBe(plain.ok);
  if (!plain.ok && !packed.ok) expect(packed.error).toEqual(plain.error);
  return plain.ok ? null : plain.error.code;
}

describe('a template file is rejected before it is parsed', () => {
  const { elements, depth, tagBytes, markupBytes, unpackedBytes } = TEMPLATE_FILE_LIMITS;
  test.each([
    ['with too many elements', withAssets('<a/>'.repeat(elements)), 'template.tooComplex'],
    [
      'with elements too deep in one another',
      withAssets(`${'<a>'.repeat(depth)}${'</a>'.repeat(depth)}`),
      'template.tooComplex',
    ],
    ['with an endless attribute', withAssets(`<a b="${'>'.repeat(tagBytes)}"/>`), 'template.tooComplex'],
    ['with endless white space in a tag', withAssets(`<a ${' '.repeat(tagBytes)}/>`), 'template.tooComplex'],
    [
      'with too much markup',
      withAssets(`<a b="${'x'.repeat(1000)}"/>`.repeat(markupBytes / 1000)),
      'template.tooComplex',
    ],
    ['with too much text', withAssets(`<a>${'x'.repeat(markupBytes)}</a>`), 'template.tooComplex'],
    [
      'with too many elements after a quote in a comment',
      withAssets(`<!-- > <a " -->${'<a/>'.repeat(elements)}<!-- " -->`),
      'template.tooComplex',
    ],
    [
      'with too many elements after a quote in CDATA',
      withAssets(`<![CDATA[ > <a ' ]]>${'<a/>'.repeat(elements)}<![CDATA[ ' ]]>`),
      'template.tooComplex',
    ],
    [
      'with too many elements after a quote in an instruction',
      withAssets(`<?x > <a " ?>${'<a/>'.repeat(elements)}<?x " ?>`),
      'template.tooComplex',
    ],
    [
      'with too many elements after a quote in an end tag',
      withAssets(`<a></a ">${'<a/>'.repeat(elements)}`),
      'template.tooComplex',
    ],
    ['that is too large', withAssets(`<Data>${'x'.repeat(unpackedBytes)}</Data>`), 'template.tooLarge'],
  ])('%s', (_what, xml, code) => {
    expect(problemOf(xml)).toBe(code);
  });

  test.each([
    ['the fullest table', writeTemplate({ ...createTemplate(createLabelSettings('x')), elements: [fullestTable()] })],
    ['many siblings', withAssets('<a><b/></a>'.repeat(elements / 2 - 10))],
    ['brackets and quotes in values and comments', withAssets(`<!-- don't > -->${`<a b='>"' c=">'"/>`.repeat(100)}`)],
    [
      'much image data',
      withAssets(`<Data>${'x'.repeat(markupBytes)}</Data><Data a="1">${'x'.repeat(markupBytes)}</Data>`),
    ],
  ])('but not %s', (_what, xml) => {
    expect(problemOf(xml)).toBe(null);
  });

  test('the meter counts the same for any chunks of the document', () => {
    const document = new TextEncoder().encode(
      withAssets(`${'<a>'.repeat(depth - 3)}${'</a>'.repeat(depth - 3)}<a b="</a><a>"/><!-- ' --><a c='/'>/</a>`),
    );
    const tooDeep = new TextEncoder().encode(withAssets('<a>'.repeat(depth)));
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1 }), (sizes) => {
        for (const [bytes, expected] of [
          [document, null],
          [tooDeep, 'template.tooComplex'],
        ] as const) {
          const meter = new MarkupMeter();
          let outcome: string | null = null;
          for (let at = 0, i = 0; at < bytes.length && outcome === null; i++) {
            const size = sizes[i % sizes.length] ?? 1;
            outcome = meter.add(bytes.subarray(at, at + size))?.code ?? null;
            at += size;
          }
          expect(outcome).toBe(expected);
        }
      }),
      { numRuns: 50 },
    );
  });
});

test('image data survive unchanged, though the parser never sees them', () => {
  const base64 = 'QUJD'.repeat(500_000);
  const asset = (key: string, data: string): string =>
    `<Asset Key="${key.repeat(64)}" Mime="image/png">${data}</Asset>`;
  const xml = withAssets(asset('a', `<Data>${base64}</Data>`) + asset('b', '<Data>QQ==</Data>'));
  const { assets } = expectOk(readTemplate(xml));
  expect([...assets.values()].map(({ bytes }) => bytes.length)).toEqual([1_500_000, 1]);
  const unread = expectOk(readTemplate(withAssets(asset('a', '<Data>@0</Data>'))));
  expect([unread.assets.size, unread.label.unknown?.assets?.[0]?.children[0]?.text]).toEqual([0, '@0']);
  expect(readTemplate(xml.slice(0, -200)).ok).toBe(false);
});

function fullestTable(): ReturnType<typeof createTestTable> {
  return createTestTable(Array.from({ length: 200 }, () => Array.from({ length: 200 }, () => 'Some text')));
}
