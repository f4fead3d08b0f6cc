import { expect, test } from 'vitest';
import type { ElementId } from '#model/kernel/ids.ts';
import type { RecordPicture } from '#model/document/record-picture.ts';
import type { SymbolInPicture } from '#model/document/symbol-in-picture.ts';
import { verifyFound } from '#render-worker/core/verify-found.ts';
import type { ZxingFind } from '#render-worker/read-back/zxing.ts';

const PICTURE: RecordPicture = {
  key: 'page',
  width: 100,
  height: 50,
  grey: new Uint8Array(5_000),
  fine: null,
  scale: 1,
};
const SYMBOL: SymbolInPicture = {
  symbology: 'code128',
  format: 'Code128',
  text: '12345',
  bounds: { x: 10, y: 10, width: 80, height: 30 },
  rotation: 0,
  module: null,
  wideRatio: null,
};

test.each([
  ['as another text', '12346', 'document.codeMisread'],
  ['not at all', null, 'document.codeUnread'],
])('a symbol of the page that reads %s from the dots is rejected', (_, text, code) => {
  const find = text === null ? null : ({ text } as ZxingFind);
  const who = { elementId: 'page' as ElementId, elementName: 'Page' };
  const { symbols, problems } = verifyFound([SYMBOL], () => find, who, PICTURE, 300);
  expect(symbols).toMatchObject([{ expected: '12345', decoded: text, ok: false, grade: 'F' }]);
  expect(problems.map(({ problem }) => problem.code)).toEqual([code]);
});

test('the quiet zone of a symbol of the page is reported as not measured', () => {
  const find = { text: '12345', extra: '' } as ZxingFind;
  const who = { elementId: 'page' as ElementId, elementName: 'Page' };
  const { symbols } = verifyFound([{ ...SYMBOL, module: 4 }], () => find, who, PICTURE, 300);
  expect(symbols).toMatchObject([{ ok: true, measures: { quietZone: null, decodability: null } }]);
});
