import { describe, expect, test } from 'vitest';
import type { Problem } from '#model/kernel/problem.ts';
import { expectOk } from '#model/kernel/result.ts';
import { NO_RECORD } from '#model/data/record.ts';
import { composeLabel } from '#model/page/compose.ts';
import { readTemplate, writeTemplate } from '#model/template/file-format.ts';
import { unknownNotices } from '#model/template/unknown-notices.ts';
import { readXml } from '#model/template/xml-reader.ts';
import { createTestContext } from '#tests/support/create-elements.ts';

describe('an unreadable image', () => {
  const key = 'a'.repeat(64);
  const PNG = 'iVBORw0KGgo=';
  const fileWith = (asset: string, image: string = key): string => `<Template Version="1">
    <FileInfo Name="t" Width="40" Height="30" Background="${key}"/><AssetList>${asset}</AssetList>
    <ObjectList><Object Id="aaaaaaa1" Name="I" Type="Image" StartX="1" StartY="2" Width="9" Height="4"
      Image="${image}"/></ObjectList></Template>`;

  test.each([
    ['another type', `<Asset Key="${key}" Mime="image/webp"><Data>QUJD</Data></Asset>`],
    ['no type', `<Asset Key="${key}"><Data>QUJD</Data></Asset>`],
    ['a name that is no hash', `<Asset Key="logo" Mime="image/png"><Data>${PNG}</Data></Asset>`],
    ['data that are no base64', `<Asset Key="${key}" Mime="image/png"><Data>%%\n &lt;</Data></Asset>`],
    ['no data', `<Asset Key="${key}" Mime="image/png" More="x"/>`],
    ['empty data and something else', `<Asset Key="${key}" Mime="image/png"><Data/><Other A="b">text</Other></Asset>`],
    ['something else in the list', `<Picture Key="${key}" A="1"><Frame B="2"/></Picture>`],
  ])('because of %s is shown as missing, reported and written back', (_what, asset) => {
    const notices: Problem[] = [];
    const template = expectOk(readTemplate(fileWith(asset), (notice) => notices.push(notice)));
    expect(template.assets.size).toBe(0);
    expect(composeLabel(template, NO_RECORD, { ...createTestContext(), imageSize: () => null }).problems).toMatchObject(
      [{ elementName: 'I', problem: { code: 'image.missing' } }],
    );
    const codes = notices.map(({ code }) => code);
    expect(codes).toContain('template.unreadImage');
    expect(unknownNotices(template).map(({ code }) => code)).toEqual(codes);
    const written = writeTemplate(template);
    expect(expectOk(readXml(written)).children.find(({ name }) => name === 'AssetList')?.children).toEqual([
      expectOk(readXml(asset)),
    ]);
    expect(expectOk(readTemplate(written))).toEqual(template);
  });

  test('leaves the others unchanged, and one that shows its type needs no other', () => {
    const other = 'b'.repeat(64);
    const assets = `<Asset Key="${key}" Mime="image/gif"><Data>QUJD</Data></Asset>
      <Asset Key="${other}" Mime="image/x-png"><Data>${PNG}</Data></Asset>`;
    const template = expectOk(readTemplate(fileWith(assets, other)));
    expect([...template.assets].map(([name, { mime }]) => [name, mime])).toEqual([[other, 'image/png']]);
    const written = writeTemplate(template);
    for (const [name, mime] of [
      [key, 'image/gif'],
      [other, 'image/x-png'],
    ]) {
      expect(written.split(`<Asset Key="${name}" Mime="${mime}">`)).toHaveLength(2);
    }
  });
});
