import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { ElementId } from '#model/kernel/ids.ts';
import { createElement } from '#model/elements/registry.ts';
import { writeTemplate } from '#model/template/file-format.ts';
import { createLabelSettings } from '#model/template/label-limits.ts';
import { readPlainXml } from '#model/template/plain-xml.ts';
import { createTemplate } from '#model/template/template.ts';
import { readAnyXml } from '#model/template/xml-reader.ts';
import { writeXml, type XmlElement } from '#model/template/xml-writer.ts';
import { foreignFile } from '#tests/support/foreign-file.ts';

/** What the two readers give must agree wherever the fast one doesn't leave the document to the other. */
function expectSame(xml: string): boolean {
  const plain = readPlainXml(xml);
  if (plain !== null) expect({ ok: true, value: plain }).toEqual(readAnyXml(xml));
  return plain !== null;
}

const text = fc.string({ unit: fc.constantFrom(...'ab &<>"\'\t\n\r\u0001\u0085é漢😀@;#x5'), maxLength: 8 });
const name = fc.constantFrom('A', 'Object', 'Data', 'name2');
const element = fc.letrec<{ node: XmlElement }>((tie) => ({
  node: fc.oneof(
    { depthSize: 'small' },
    fc.record({ name, attributes: fc.dictionary(name, text, { maxKeys: 3 }), text }),
    fc.record({
      name: fc.constantFrom('A', 'Object'),
      attributes: fc.dictionary(name, text, { maxKeys: 3 }),
      children: fc.array(tie('node'), { maxLength: 3 }),
    }),
  ),
})).node;

/** What a person or another program may put anywhere into a file. */
const PIECES = [
  [...'<>"\'&=/ \t\nxA\uFEFF\u0001\u00a0', '\r\n', '@0', ']]>'],
  ['</A>', '<A>', '<A/>', '<a/>', '<constructor/>', '<toString/>', '<__proto__/>', '<2/>', '<Data>@0</Data>'],
  ['<!-- A -->', '<![CDATA[<]]>', '<?x y?>', '<!DOCTYPE A>'],
  [' B="1"', " B='1'", ' B = "1"', ' B=""', ' B="<"', ' B=">"', ' B', ' B=1', ' b="1"', ' x:y="1"'],
  [' toString="1"', ' constructor="1"', ' __proto__="1"'],
  ['&amp;', '&#65;', '&#x41;', '&#X41;', '&AMP;', '&nbsp;', '&#x110000;', '&#xd800;', '&;', '&#;', '&amp'],
].flat();

describe('the reader of plain documents', () => {
  test('reads every document that this program writes, like the general parser', () => {
    const options = { centreMm: { x: 5, y: 5 }, labelWidthMm: 50, labelHeightMm: 40, zoom: 1 };
    const elements = (['text', 'barcode', 'table', 'rectangle'] as const).map((type, i) =>
      createElement(type, { ...options, id: `E000000${i}` as ElementId, name: `${type} <&> "1"` }),
    );
    const template = { ...createTemplate(createLabelSettings('x & y')), elements };
    expect(expectSame(writeTemplate(template))).toBe(true);
    fc.assert(
      fc.property(foreignFile, (file) => {
        expect(expectSame(writeXml(file))).toBe(true);
      }),
      { numRuns: 100 },
    );
  });

  test('reads a document like the general parser, or leaves it to that, whatever is changed in it', () => {
    let plain = 0;
    fc.assert(
      fc.property(
        element,
        fc.array(fc.record({ at: fc.nat(), cut: fc.nat(3), piece: fc.constantFrom(...PIECES) }), { maxLength: 2 }),
        (root, changes) => {
          let xml = writeXml(root);
          for (const { at, cut, piece } of changes) {
            const start = at % (xml.length + 1);
            xml = xml.slice(0, start) + piece + xml.slice(start + cut);
          }
          if (expectSame(xml)) plain++;
        },
      ),
      { numRuns: 5000 },
    );
    expect(plain).toBeGreaterThan(500);
  });

  test.each([
    ['a duplicate attribute', '<A B="1" B="2"/>'],
    ['a comment', '<A><!-- c --><B/></A>'],
    ['text between elements', '<A>x<B/></A>'],
    ['a missing end', '<A><B></B>'],
    ['a second root', '<A></A><A></A>'],
    ['an unknown entity', '<A>&nbsp;</A>'],
    ['a name that objects have', '<A><constructor/></A>'],
    ['an attribute that objects have', '<A toString="1"/>'],
    ['an element in image data', '<A><Data><B/></Data></A>'],
    ['very deep elements', `${'<A>'.repeat(100)}${'</A>'.repeat(100)}`],
  ])('leaves %s to the general parser', (_what, xml) => {
    expect(readPlainXml(xml)).toBe(null);
  });
});
