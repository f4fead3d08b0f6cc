import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isElementId, type ElementId } from '#model/kernel/ids.ts';
import type { Problem } from '#model/kernel/problem.ts';
import { expectOk } from '#model/kernel/result.ts';
import { roundMm } from '#model/kernel/units.ts';
import { fixedText } from '#model/elements/base/content.ts';
import { ELEMENT_TYPES, hasValue, withSources, type LabelElement } from '#model/elements/element.ts';
import { NO_RECORD } from '#model/data/record.ts';
import { composeLabel } from '#model/page/compose.ts';
import type { Template } from '#model/template/template.ts';
import { readTemplate, writeTemplate } from '#model/template/file-format.ts';
import { unknownNotices } from '#model/template/unknown-notices.ts';
import { withoutBackgroundPath } from '#model/template/unknown-label-parts.ts';
import { formFromSettings, isFormValid } from '#app/library/new-label/label-form.ts';
import { packTemplate, unpackTemplate } from '#model/template/packing.ts';
import { createTestContext, createTestElement, createTestTemplate } from '#tests/support/create-elements.ts';
import { anyElementOf, anyUnknown, anyUnknownAround, nastyText } from '#tests/support/element-arbitraries.ts';

const LABEL_NUMBERS = [
  'Width',
  'Height',
  'Rows',
  'Columns',
  'RowSpacing',
  'ColumnSpacing',
  'UpperMargin',
  'LowerMargin',
  'LeftMargin',
  'RightMargin',
] as const;

/** Some of the sources are now the value of an earlier element; a template without a cycle. */
function withAnyReferences(elements: readonly LabelElement[], picks: Iterator<number>): readonly LabelElement[] {
  const earlier: LabelElement[] = [];
  return elements.map((element) => {
    const isTable = element.type === 'table';
    const referring = withSources(element, (source, use) => {
      const to = earlier[picks.next().value];
      if (to === undefined || use !== 'content' || isTable) return source;
      const { text, unknown } = source;
      return { type: 'reference', element: to.id, text, ...(unknown === undefined ? {} : { unknown }) };
    });
    if (hasValue(referring)) earlier.push(referring);
    return referring;
  });
}

const anyElement = fc.constantFrom(...ELEMENT_TYPES).chain(anyElementOf);

describe('template file', () => {
  test('every template survives saving and opening unchanged', () => {
    fc.assert(
      fc.property(
        fc.array(anyElement, { maxLength: 6 }),
        fc.infiniteStream(fc.nat(8)),
        nastyText,
        (elements, picks, name) => {
          const template = createTestTemplate(withAnyReferences(elements, picks), {
            name,
            rows: 2,
            columns: 3,
            columnSpacingMm: 1.5,
            printBackground: true,
          });
          const unpacked = unpackTemplate(packTemplate(writeTemplate(template)));
          expect(unpacked.ok && readTemplate(unpacked.value)).toEqual({ ok: true, value: template });
        },
      ),
      { numRuns: 300 },
    );
  });

  test('unknown parts survive at any position', () => {
    fc.assert(
      fc.property(
        fc.array(anyElement, { maxLength: 4 }),
        anyUnknown,
        anyUnknownAround(['AssetList', 'ObjectList']),
        anyUnknownAround(['Data']),
        (elements, info, file, ofAsset) => {
          const unknown = { ...(info === undefined ? {} : { info }), ...(file === undefined ? {} : { file }) };
          const known = createTestTemplate(elements, Object.keys(unknown).length === 0 ? {} : { unknown });
          const assets = [...known.assets].map(
            ([key, asset]) => [key, ofAsset === undefined ? asset : { ...asset, unknown: ofAsset }] as const,
          );
          const template = { ...known, assets: new Map(assets) };
          expect(readTemplate(writeTemplate(template))).toEqual({ ok: true, value: template });
        },
      ),
      { numRuns: 200 },
    );
  });

  test('every attribute and every list of a file is found again in the written file', () => {
    const object = 'StartX="1" StartY="2" Width="9" Height="4" Lock="false"';
    const [shown, named, odd] = ['a', 'b', 'c'].map((digit) => digit.repeat(64));
    const asset = (key: string | undefined, of: string): string =>
      `<Asset Key="${key}" Mime="image/png" ${of}><Data U6="f">AQID</Data><More U7="g"/></Asset>`;
    const file = `<Template Version="1" U0="x"><FileInfo Name="t" Width="40" Height="30" U1="a"/>
      <AssetList U2="b">${asset(shown, 'U3="c"')}${asset(named, '')}${asset(odd, '')}</AssetList>
      <ObjectList U4="d">
        <Object Id="aaaaaaa1" Name="I" Type="Image" Image="${shown}" ${object}/>
        <Object Id="aaaaaaa2" Name="T" Type="Text" Image="old" ${object} ShowWhen=""><ShowWhenOperands U8="h"/>
          <DataSourceList U5="e"><DataSource DataSourceType="0" NormalText="s"/></DataSourceList></Object>
        <Object Id="aaaaaaa3" Name="F" Type="Hologram" Picture="${named}" ${object}/>
        <Object Id="aaaaaaa4" Name="O" Type="Image" Image="${odd}" ${object.replace('"9"', '"wide"')}/>
      </ObjectList><ObjectList U9="i"><Layer/></ObjectList></Template>`;
    const read = readTemplate(file);
    const written = writeTemplate(read.ok ? read.value : expect.fail(read.error.code));
    const said = (xml: string): readonly string[] => xml.match(/\w+="[^"]*"|<(?!\?)\w+/g) ?? [];
    expect(said(file).filter((one) => !said(written).includes(one))).toEqual([]);
    const again = readTemplate(written);
    expect(again.ok && writeTemplate(again.value)).toBe(written);
  });

  test('the end of an element follows from its position and size; another value in the file is kept until that changes', () => {
    const box = { xMm: 10, yMm: 5, widthMm: 30, heightMm: 20 };
    const xml = writeTemplate(createTestTemplate([createTestElement('rectangle', { ...box, rotation: 90 })]));
    expect(xml).toContain('StartX="10" StartY="5" EndX="30" EndY="35"');
    expect(expectOk(readTemplate(xml)).elements[0]).not.toHaveProperty('unknown');

    const foreign = expectOk(readTemplate(xml.replace('EndX="30"', 'EndX="31.5"')));
    expect(writeTemplate(foreign)).toContain('EndX="31.5" EndY="35"');
    const moved = foreign.elements.map((element) => ({ ...element, xMm: 12 }));
    expect(writeTemplate({ ...foreign, elements: moved })).toContain('StartX="12" StartY="5" EndX="32" EndY="35"');
  });

  test('rotation by 270 degrees is written as -90', () => {
    expect(writeTemplate(createTestTemplate([createTestElement('text', { rotation: 270 })]))).toContain('Rotate="-90"');
  });

  test.each([
    ['an empty file', '', 'template.notXml'],
    ['no XML', 'hello', 'template.notXml'],
    ['another XML', '<svg/>', 'template.notXml'],
    ['cut off', '<Template><FileInfo Width="10"', 'template.truncated'],
    ['an unclosed element', '<Template><FileInfo Width="10" Height="10"/>', 'template.truncated'],
    ['a document type', '<!DOCTYPE x [<!ENTITY a "b">]><Template/>', 'template.doctype'],
    ['no size', '<Template><FileInfo Name="a"/></Template>', 'template.badField'],
    ['a later format', '<Template Version="9"><FileInfo Width="40" Height="10"/></Template>', 'template.badField'],
  ])('%s is rejected by name', (_, xml, code) => {
    const read = readTemplate(xml);
    expect(read.ok ? 'accepted' : read.error.code).toBe(code);
  });

  const opened = (template: Template, from: string | RegExp, to: string) => {
    const xml = writeTemplate(template);
    const changed = xml.replace(from, to);
    expect(changed).not.toBe(xml);
    const notices: Problem[] = [];
    const read = readTemplate(changed, (notice) => notices.push(notice));
    if (!read.ok) throw new Error(read.error.code);
    const [element] = read.value.elements;
    const composed = composeLabel(read.value, NO_RECORD, createTestContext());
    return { changed, notices, element, template: read.value, composed };
  };

  test.each([
    ['barcode', 'BarCodeType', '"1"', '"77"', { symbology: 'code128' }],
    ['barcode', 'BarCodeType', '"1"', '"Code128Z"', { symbology: 'code128' }],
    ['qrcode', 'QrCodeType', '"1"', '"99"', { symbology: 'qr' }],
    ['barcode', 'TextAlign', '"0"', '"5"', { align: 'center' }],
    ['qrcode', 'BarcodeNumPosition', '"0"', '"3"', { numberPosition: 'none' }],
  ] as const)('a %s with an unknown %s uses the default for it, reports it, and keeps it', (...row) => {
    const [type, field, from, to, expected] = row;
    const element = createTestElement(type, { sources: [fixedText('0123456789')], name: 'Odd', widthMm: 60 });
    const { changed, notices, ...read } = opened(createTestTemplate([element]), `${field}=${from}`, `${field}=${to}`);
    expect(read.element).toMatchObject({ ...expected, sources: [fixedText('0123456789')] });
    expect(notices).toMatchObject([{ code: 'template.keptValue', path: 'Odd', params: { field } }]);
    expect(read.composed.problems).toEqual([]);
    expect(read.composed.warnings.map((w) => w.problem.code)).toEqual(['template.keptValue']);
    expect(writeTemplate(read.template)).toBe(changed);
  });

  test('a kept value is dropped once the user has selected another', () => {
    const { template } = opened(
      createTestTemplate([createTestElement('barcode')]),
      'BarCodeType="1"',
      'BarCodeType="77"',
    );
    const [barcode] = template.elements;
    const next = { ...template, elements: [{ ...barcode, symbology: 'ean13' } as LabelElement] };
    expect(writeTemplate(next)).toContain('BarCodeType="7"');
    expect(composeLabel(next, NO_RECORD, createTestContext()).warnings).toEqual([]);
  });

  test('a data source of another kind shows its last text, is kept, and is not printed', () => {
    const text = createTestElement('text', { sources: [fixedText('last seen')], name: 'Odd' });
    const { changed, notices, element, template, composed } = opened(
      createTestTemplate([text]),
      'DataSourceType="0" NormalText="last seen"',
      'DataSourceType="9" ReferenceId="abcdefgh" NormalText="last seen"',
    );
    expect(element).toMatchObject({ type: 'text', sources: [{ type: 'unknown', code: '9', text: 'last seen' }] });
    expect(notices).toMatchObject([{ code: 'data.unknownSource', path: 'Odd', params: { code: '9' } }]);
    expect(composed.problems.map((p) => p.problem.code)).toEqual(['data.unknownSource']);
    expect(composed.placeholders).toEqual([text.id]);
    expect(composed.list.items[0]?.ops).not.toEqual([]);
    const attributes = /<DataSource (.*)\/>/.exec(changed)?.[1]?.split(' ').toSorted();
    expect(/<DataSource (.*)\/>/.exec(writeTemplate(template))?.[1]?.split(' ').toSorted()).toEqual(attributes);
  });

  test('an unknown style of a run leaves the text printable, and is kept', () => {
    const source = { ...fixedText('milk'), style: { bold: true, sizePercent: 60, position: 'subscript' as const } };
    const text = createTestElement('text', { sources: [fixedText('skimmed '), source] });
    const file = writeTemplate(createTestTemplate([text]));
    const odd = file
      .replace('RunBold="true"', 'RunBold="heavy"')
      .replace('RunSize="60"', 'RunSize="9000"')
      .replace('RunPosition="Subscript"', 'RunPosition="Ruby"');
    const read = expectOk(readTemplate(odd));
    expect(read.elements).toMatchObject([{ sources: [{ text: 'skimmed ' }, { type: 'fixed', text: 'milk' }] }]);
    const { problems } = composeLabel(read, NO_RECORD, createTestContext());
    expect(problems).toEqual([]);
    const written = writeTemplate(read);
    for (const part of ['RunBold="heavy"', 'RunSize="9000"', 'RunPosition="Ruby"']) expect(written).toContain(part);
  });

  test('an element of an unknown type is kept with its position, and can be moved', () => {
    const { changed, notices, template, composed } = opened(
      createTestTemplate([createTestElement('text', { name: 'Odd', xMm: 5 })]),
      'Type="Text"',
      'Type="Hologram" Depth="3"',
    );
    const [element] = template.elements;
    expect(element).toMatchObject({ type: 'unknown', fileType: 'Hologram', name: 'Odd', xMm: 5 });
    expect(notices.map((n) => n.code)).toEqual(['template.unknownElementType']);
    expect(composed.problems.map((p) => p.problem.code)).toEqual(['template.unknownElementType']);
    const said = (xml: string): readonly string[] => xml.split(/\s+|\/?>/).toSorted();
    expect(said(writeTemplate(template))).toEqual(said(changed));
    const moved = { ...template, elements: [{ ...element, xMm: 9 } as LabelElement] };
    const asMoved = changed.replace('StartX="5"', 'StartX="9"').replace('EndX="17.96"', 'EndX="21.96"');
    expect(said(writeTemplate(moved))).toEqual(said(asMoved));
  });

  /** A PNG of one dot. */
  const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNgAAAAAgABSK+kcQAAAABJRU5ErkJggg==';

  test.each([
    ['base64', PNG],
    ['a data address', `data:image/png;base64,${PNG}`],
  ])('a background in %s becomes an image of the file', (_, background) => {
    const { template, notices } = opened(createTestTemplate([]), 'Background=""', `Background="${background}"`);
    const { label, assets } = template;
    expect(notices).toEqual([]);
    expect(label.background).toMatch(/^[0-9a-f]{64}$/);
    expect(label.canvases).toEqual([label.background]);
    expect([...assets.values()]).toMatchObject([{ mime: 'image/png' }]);
    expect(readTemplate(writeTemplate(template))).toEqual({ ok: true, value: template });
  });

  test('a background that names a file elsewhere is reported and kept', () => {
    const path = '/uploads/2024/paper.png';
    const { changed, template, notices } = opened(createTestTemplate([]), 'Background=""', `Background="${path}"`);
    expect(notices).toEqual([{ code: 'template.backgroundPath', params: { path } }]);
    expect(template.label).toMatchObject({ background: null, unknown: { background: path } });
    expect(writeTemplate(template)).toBe(changed);
  });

  test('a discarded path of a background is neither written nor reported again', () => {
    const path = '/uploads/paper.png';
    const unknown = { background: path, canvases: ['/other.png', path], info: { attributes: { Future: '1' } } };
    const left = withoutBackgroundPath(unknown, path);
    expect(left).toEqual({ canvases: ['/other.png'], info: unknown.info });
    const template = createTestTemplate([], { unknown: left });
    expect(writeTemplate(template)).not.toContain(path);
    expect(unknownNotices(template).map((notice) => notice.params)).toEqual([{ path: '/other.png' }]);
  });

  test.each([
    ['Width', '1e5', 'widthMm', 400],
    ['Width', '1e', 'widthMm', 100],
    ['Width', '401', 'widthMm', 400],
    ['Height', '', 'heightMm', 80],
    ['Height', '0', 'heightMm', 0.001],
    ['Rows', '2.5', 'rows', 1],
    ['Columns', '21', 'columns', 20],
    ['RowSpacing', 'wide', 'rowSpacingMm', 0],
    ['ColumnSpacing', '-4', 'columnSpacingMm', 0],
    ['PrintBackground', 'perhaps', 'printBackground', false],
  ] as const)(
    'a label with %s="%s" opens with the default for it, reports it, and keeps it',
    (name, value, field, expected) => {
      const { changed, notices, template } = opened(
        createTestTemplate([]),
        new RegExp(` ${name}="[^"]*"`),
        ` ${name}="${value}"`,
      );
      expect(template.label[field]).toBe(expected);
      expect(notices).toEqual([{ code: 'template.keptValue', params: { field: name, value } }]);
      expect(unknownNotices(template)).toEqual(notices);
      expect(writeTemplate(template)).toBe(changed);
      const chosen = { ...template, label: { ...template.label, widthMm: 33, heightMm: 44, rows: 5, columns: 6 } };
      expect(unknownNotices(chosen)).toHaveLength(['Width', 'Height', 'Rows', 'Columns'].includes(name) ? 0 : 1);
    },
  );

  test('with any numbers in the label, it opens within its limits, reports it, and writes them back', () => {
    const anyNumber = fc.oneof(
      fc.double().map(String),
      fc.integer({ min: -500, max: 5000 }).map(String),
      fc.constantFrom('', ' 4', '4,5', '0x10', 'Infinity', 'NaN', '9'.repeat(400), '三'),
    );
    fc.assert(
      fc.property(fc.dictionary(fc.constantFrom(...LABEL_NUMBERS), anyNumber), (values) => {
        let xml = writeTemplate(createTestTemplate([]));
        for (const [name, value] of Object.entries(values))
          xml = xml.replace(new RegExp(` ${name}="[^"]*"`), ` ${name}="${value}"`);
        const notices: Problem[] = [];
        const { label, ...read } = expectOk(readTemplate(xml, (notice) => notices.push(notice)));
        expect(isFormValid(formFromSettings(label))).toBe(true);
        const reported = new Set(notices.map((notice) => notice.params?.['field']));
        const written = writeTemplate({ label, ...read });
        for (const [name, value] of Object.entries(values)) {
          const stored = Number(new RegExp(` ${name}="([^"]*)"`).exec(written)?.[1]);
          expect(reported.has(name) ? written.includes(` ${name}="${value}"`) : stored === roundMm(Number(value))).toBe(
            true,
          );
        }
      }),
      { numRuns: 300 },
    );
  });

  test('with any ids in a file, each element has its own, and the first with a valid one keeps it', () => {
    const anyId = fc.oneof(fc.constantFrom('abcdefgh', '00000001', '00000002', '', 'ab', 'ключключ'), nastyText);
    fc.assert(
      fc.property(fc.array(anyId, { maxLength: 8 }), (ids) => {
        const elements = ids.map((id, i) => createTestElement('text', { id: id as ElementId, name: `Text ${i}` }));
        const xml = writeTemplate(createTestTemplate(elements));
        const notices: Problem[] = [];
        const template = expectOk(readTemplate(xml, (notice) => notices.push(notice)));
        const found = template.elements.map((element) => element.id);
        expect(new Set(found).size).toBe(ids.length);
        expect(found.filter((id) => !isElementId(id))).toEqual([]);
        expect(template.elements.map((element) => element.name)).toEqual(elements.map((element) => element.name));
        const kept = ids.map((id, i) => isElementId(id) && ids.indexOf(id) === i);
        expect(kept.map((keeps, i) => !keeps || found[i] === ids[i])).toEqual(ids.map(() => true));
        const replaced = elements.filter((_, i) => kept[i] === false).map((element) => element.name);
        expect(notices.map((notice) => [notice.code, notice.path])).toEqual(
          replaced.map((name) => ['template.newId', name]),
        );
        expect(unknownNotices(template)).toEqual(notices);
        // The new ones are saved.
        const again: Problem[] = [];
        const saved = expectOk(readTemplate(writeTemplate(template), (notice) => again.push(notice)));
        expect(saved.elements).toEqual(template.elements);
        expect(again).toEqual([]);
      }),
      { numRuns: 300 },
    );
  });

  test('a packed file that was cut off is truncated, and a decompression bomb is too large', () => {
    const packed = packTemplate(writeTemplate(createTestTemplate([createTestElement('text')])));
    const cut = unpackTemplate(packed.subarray(0, packed.length - 20));
    expect(cut.ok ? 'accepted' : cut.error.code).toBe('template.truncated');
    const bomb = unpackTemplate(packTemplate(`<Data>${' '.repeat(65 * 1024 * 1024)}`));
    expect(bomb.ok ? 'accepted' : bomb.error.code).toBe('template.tooLarge');
  });

  test.each([
    ['ReadEncoding', 'ebcdic'],
    ['ReadDelimiter', 'ab'],
    ['ReadHeadingRows', '1.5'],
    ['ReadHeadingRows', 'x'],
    ['ReadHiddenRows', 'some'],
  ])('a column with an unknown reading option (%s %s) is kept and does not print', (name, value) => {
    const source = {
      type: 'column' as const,
      connection: 'sha256:1',
      fileName: 'a.csv',
      sheet: 'S',
      column: 'C',
      reading: { encoding: 'gb18030', delimiter: ';', headingRows: 3, hiddenRows: 'skip' } as const,
      firstValue: '1',
      text: '',
    };
    const xml = writeTemplate(createTestTemplate([createTestElement('text', { sources: [source] })]));
    const changed = xml.replace(new RegExp(`${name}="[^"]*"`), `${name}="${value}"`);
    const element = expectOk(readTemplate(changed)).elements[0];
    expect(element).toMatchObject({ sources: [{ type: 'unknown', code: '1' }] });
    expect(writeTemplate(expectOk(readTemplate(changed)))).toContain(`${name}="${value}"`);
  });

  test('a column source without its column falls back to fixed text, and reports it', () => {
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
