import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ELEMENT_TYPES } from '#model/elements/element.ts';
import { readTemplate, writeTemplate } from '#model/template/file-format.ts';
import { packTemplate, unpackTemplate } from '#model/template/packing.ts';
import { createTestElement, createTestTemplate } from '#tests/support/create-elements.ts';
import { anyElementOf, nastyText } from '#tests/support/element-arbitraries.ts';

const anyElement = fc.constantFrom(...ELEMENT_TYPES).chain(anyElementOf);

describe('template file', () => {
  test('every template comes back exactly as it was written', () => {
    fc.assert(
      fc.property(fc.array(anyElement, { maxLength: 6 }), nastyText, (elements, name) => {
        const template = createTestTemplate(elements, {
          name,
          rows: 2,
          columns: 3,
          columnSpacingMm: 1.5,
          printBackground: true,
        });
        const unpacked = unpackTemplate(packTemplate(writeTemplate(template)));
        expect(unpacked.ok && readTemplate(unpacked.value)).toEqual({ ok: true, value: template });
      }),
      { numRuns: 300 },
    );
  });

  test('attributes that this version does not know survive', () => {
    const xml = writeTemplate(createTestTemplate([createTestElement('text')])).replace(
      'Bold=',
      'FutureThing="x &amp; y" Bold=',
    );
    const read = readTemplate(xml);
    expect(read.ok && read.value.elements[0]?.unknownAttributes).toEqual({ FutureThing: 'x & y' });
    expect(read.ok && writeTemplate(read.value)).toContain('FutureThing="x &amp; y"');
  });

  test('rotation by 270 degrees is written -90', () => {
    expect(writeTemplate(createTestTemplate([createTestElement('text', { rotation: 270 })]))).toContain('Rotate="-90"');
  });

  test.each([
    ['an empty file', '', 'template.notXml'],
    ['no XML', 'hello', 'template.notXml'],
    ['another XML', '<svg/>', 'template.notXml'],
    ['cut off', '<Template><FileInfo Width="10"', 'template.truncated'],
    ['an unclosed element', '<Template><FileInfo Width="10" Height="10"/>', 'template.truncated'],
    ['a document type', '<!DOCTYPE x [<!ENTITY a "b">]><Template/>', 'template.doctype'],
    ['a bad number', '<Template><FileInfo Width="1e5" Height="10"/></Template>', 'template.badField'],
    ['no size', '<Template><FileInfo Name="a"/></Template>', 'template.badField'],
    ['too wide', '<Template><FileInfo Width="401" Height="10"/></Template>', 'template.badField'],
    ['a later format', '<Template Version="9"><FileInfo Width="40" Height="10"/></Template>', 'template.badField'],
    [
      'an unknown element',
      '<Template><FileInfo Width="40" Height="10"/><ObjectList><Object Id="aaaaaaaa" Type="Hologram"/></ObjectList></Template>',
      'template.unknownElementType',
    ],
  ])('%s is refused by name', (_, xml, code) => {
    const read = readTemplate(xml);
    expect(read.ok ? 'accepted' : read.error.code).toBe(code);
  });

  test('a packed file that was cut is truncated, and a bomb is too large', () => {
    const packed = packTemplate(writeTemplate(createTestTemplate([createTestElement('text')])));
    const cut = unpackTemplate(packed.subarray(0, packed.length - 20));
    expect(cut.ok ? 'accepted' : cut.error.code).toBe('template.truncated');
    const bomb = unpackTemplate(packTemplate(' '.repeat(65 * 1024 * 1024)));
    expect(bomb.ok ? 'accepted' : bomb.error.code).toBe('template.tooLarge');
  });

  test('a column source without its column falls back to fixed text, and says so', () => {
    const xml = writeTemplate(
      createTestTemplate([
        createTestElement('text', {
          sources: [
            {
              type: 'column',
              connection: '',
              fileName: 'a.xlsx',
              sheet: 'S',
              column: 'C',
              firstValue: '1',
              text: 'kept',
            },
          ],
        }),
      ]),
    );
    const notices: string[] = [];
    const read = readTemplate(xml, (notice) => notices.push(notice.code));
    const element = read.ok ? read.value.elements[0] : undefined;
    expect(element).toMatchObject({ sources: [{ type: 'fixed', text: 'kept' }] });
    expect(notices).toEqual(['data.notConnected']);
  });
});
