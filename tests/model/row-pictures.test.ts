import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createPictureIndex, type PictureEntry, type PictureFile } from '#model/data/pictures/picture-set.ts';
import { parsePictureValue } from '#model/data/pictures/picture-value.ts';
import { newExpression } from '#editor/commands/sources.ts';
import { fixedText } from '#model/elements/base/content.ts';
import { toBase64 } from '#model/kernel/base64.ts';
import { NO_RECORD } from '#model/data/record.ts';
import { problem } from '#model/kernel/problem.ts';
import { err, ok, type Result } from '#model/kernel/result.ts';
import type { AssetKey } from '#model/kernel/ids.ts';
import { composeElement } from '#model/page/compose.ts';
import { readTemplate, writeTemplate } from '#model/template/file-format.ts';
import { createTestContext, createTestElement, createTestTemplate } from '#tests/support/create-elements.ts';

const NO_FILE: PictureFile = { size: 0, slice: () => NO_FILE, arrayBuffer: () => Promise.resolve(new ArrayBuffer(0)) };
const PNG = Uint8Array.from({ length: 90 }, (_, i) => [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a][i] ?? i);

function found(paths: readonly string[], name: string): string {
  const entries = paths.map((path): PictureEntry => ({ path, file: NO_FILE }));
  const entry = createPictureIndex({ entries }).find(name);
  return entry.ok ? entry.value.path : entry.error.code;
}

describe('the value of a row', () => {
  test('any text gives a value or a problem of its own, and never throws', () => {
    const start = fc.constantFrom('', 'data:', 'data:image/png;base64,', 'iVBORw0KGgo', 'https://', '%', '../');
    fc.assert(
      fc.property(start, fc.string({ unit: 'binary', maxLength: 200 }), (head, rest) => {
        const value = parsePictureValue(head + rest);
        if (value.ok) expect(['empty', 'data', 'address', 'name']).toContain(value.value.type);
        else expect(value.error.code).toMatch(/^pictures\.(badData|tooLarge)$/);
      }),
    );
  });

  test.each([
    ['bare base64', toBase64(PNG)],
    ['base64 without padding', toBase64(PNG.subarray(0, 85)).replace(/=+$/, '')],
    ['base64 broken into lines', toBase64(PNG).replace(/.{40}/g, '$&\r\n')],
    ['a data URL', `data:image/png;base64,${toBase64(PNG)}`],
    ['a data URL with another type and a parameter', `DATA:image/jpeg;charset=utf-8;base64, ${toBase64(PNG)}`],
  ])('%s is the picture itself', (_, text) => {
    const value = parsePictureValue(text);
    expect(value.ok && value.value.type === 'data' && value.value.bytes.subarray(0, 8)).toEqual(PNG.subarray(0, 8));
  });

  test('a drawing in a data URL may be percent-encoded', () => {
    const value = parsePictureValue('data:image/svg+xml,%3Csvg/%3E');
    expect(value).toEqual(ok({ type: 'data', bytes: new TextEncoder().encode('<svg/>') }));
  });

  test.each(['data:image/png;base64,?', 'data:image/svg+xml,%', 'data:image/png;base64,'])(
    'data that is no picture is a problem: %s',
    (text) => expect(parsePictureValue(text)).toEqual(err(problem('pictures.badData'))),
  );

  test('a short name that begins like base64 is a name', () => {
    expect(parsePictureValue('iVBORw0KGgo')).toEqual(ok({ type: 'name', name: 'iVBORw0KGgo' }));
  });

  test('white space is no value', () => {
    expect(parsePictureValue(' \t\n')).toEqual(ok({ type: 'empty' }));
  });
});

describe('the name of a picture', () => {
  test.each([
    ['A-1.PNG', 'a-1.png'],
    ['a-1', 'a-1.png'],
    ['pictures/2024/a-1.png', 'a-1.png'],
    ['C:\\Pictures\\a-1.png', 'a-1.png'],
    ['cafe\u0301', 'CAF\u00c9.jpg'],
    ['12.5', '12.5.png'],
    ['../../etc/a-1.png', 'a-1.png'],
    ['a-1.png', 'shop/2024/a-1.png'],
    ['2024/a-1.png', 'shop/2024/a-1.png'],
  ])('%s finds %s', (name, path) => {
    expect(found([path, 'other.png'], name)).toBe(path);
  });

  test.each(['a', 'a-1.jpg', 'x/a-1.png', '../../etc/passwd', '/', '..', '', '.png', '\0', 'a-1.png\0'])(
    'nothing else is found for %j',
    (name) => expect(found(['y/a-1.png', 'passwords.png'], name)).toBe('pictures.missing'),
  );

  test('one of several is chosen by extension and by folder, and otherwise none', () => {
    const paths = ['a.png', 'a.jpg', 'x/a.png', 'x/b.png', 'y/b.png'];
    expect(found(paths, 'a.jpg')).toBe('a.jpg');
    expect(found(paths, 'a.png')).toBe('a.png');
    expect(found(paths, 'x/a.png')).toBe('x/a.png');
    expect(found(paths, 'a')).toBe('pictures.ambiguous');
    expect(found(paths, 'b.png')).toBe('pictures.ambiguous');
    expect(found(paths, 'y/b')).toBe('y/b.png');
  });

  test('each picture is found by its own path, and any text gives one of the pictures or a problem', () => {
    const path = fc.array(fc.constantFrom('a', 'b', 'A.png', 'b.jpg', 'é'), { minLength: 1, maxLength: 3 });
    const paths = fc.uniqueArray(
      path.map((parts) => parts.join('/')),
      { minLength: 1, selector: (each) => each.toLowerCase() },
    );
    fc.assert(
      fc.property(paths, fc.string({ unit: 'grapheme' }), (all, any) => {
        for (const each of all) expect(found(all, each)).toBe(each);
        expect([...all, 'pictures.missing', 'pictures.ambiguous']).toContain(found(all, any));
      }),
    );
  });
});

describe('an image with the pictures of rows', () => {
  const element = createTestElement('image', { sources: [fixedText('a.png')] });

  function composed(
    rowPicture?: (value: string) => Result<AssetKey> | null,
    image = element,
  ): { readonly assets: readonly string[]; readonly codes: readonly string[]; readonly placeholder: boolean } {
    const context = { ...createTestContext(), ...(rowPicture === undefined ? {} : { rowPicture }) };
    const { item, problems, placeholder } = composeElement(image, NO_RECORD, context);
    const assets = item.ops.flatMap((op) => (op.type === 'image' ? [op.asset] : []));
    return { assets, codes: problems.map(({ problem: { code } }) => code), placeholder };
  }

  test('shows the picture that the value names', () => {
    const key = 'row:1' as AssetKey;
    expect(composed((value) => ok(value === 'a.png' ? key : ('' as AssetKey)))).toEqual({
      assets: [key],
      codes: [],
      placeholder: false,
    });
  });

  test('shows its own picture only while the pictures are not chosen, and never prints it', () => {
    expect(composed(() => err(problem('pictures.notChosen')))).toEqual({
      assets: [element.asset],
      codes: ['pictures.notChosen'],
      placeholder: true,
    });
    expect(composed(() => err(problem('pictures.missing')))).toMatchObject({ assets: [], codes: ['pictures.missing'] });
    expect(composed(() => null)).toEqual({ assets: [], codes: [], placeholder: true });
  });

  test('an empty value is a problem unless the user has allowed it', () => {
    const empty = { ...element, sources: [fixedText(' ')] };
    const none = { ...element, sources: [{ ...newExpression(' '), formula: ' ' }] };
    expect(composed(undefined, none)).toMatchObject({ assets: [], codes: ['pictures.empty'] });
    // Before the user has said where the names come from, the image's own picture stays on the canvas.
    expect(composed(undefined, empty)).toMatchObject({ assets: [element.asset], codes: ['pictures.empty'] });
    expect(composed(undefined, { ...empty, emptyAllowed: true })).toEqual({
      assets: [],
      codes: [],
      placeholder: false,
    });
  });

  test('a list of data sources without our attribute stays an unknown part of a plain image', () => {
    const xml = writeTemplate(createTestTemplate([element])).replace(' RowPictures="true"', '');
    const read = readTemplate(xml, () => undefined);
    const [image] = read.ok ? read.value.elements : [];
    expect(image).not.toHaveProperty('sources');
    expect(read.ok && writeTemplate(read.value)).toContain('<DataSourceList>');
  });
});
