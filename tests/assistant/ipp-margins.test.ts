import { expect, test } from 'vitest';
import { integer, IPP_TAG, type IppValue } from '#print-assistant/ipp/ipp-message.ts';
import { readCapabilities } from '#print-assistant/printers/ipp-capabilities.ts';

/** The printer's answer about its margins, in hundredths of a millimeter. */
function edgesOf(margins: Readonly<Record<string, readonly number[]>>): unknown {
  const attributes = new Map(
    Object.entries(margins).map(([side, values]): [string, IppValue[]] => [
      `media-${side}-margin-supported`,
      values.map(integer),
    ]),
  );
  return readCapabilities({ code: 0, requestId: 1, groups: [{ tag: IPP_TAG.printerAttributes, attributes }] }).bare;
}

test('the unprintable margins of a printer are the smallest it supports', () => {
  expect(edgesOf({ left: [635, 300], top: [423], right: [300, 635], bottom: [1270, 423] })).toEqual({
    leftMm: 3,
    topMm: 4.23,
    rightMm: 3,
    bottomMm: 4.23,
  });
});

test('a printer that reaches an edge has no margin there; a missing side has no value', () => {
  expect(edgesOf({ left: [0, 300], top: [0], right: [0], bottom: [500] })).toEqual({
    leftMm: 0,
    topMm: 0,
    rightMm: 0,
    bottomMm: 5,
  });
  expect(edgesOf({ top: [200] })).toEqual({ leftMm: 0, topMm: 2, rightMm: 0, bottomMm: 0 });
});

test('there is no margin when the printer reaches everything, answers nothing, or answers impossible values', () => {
  expect(edgesOf({ left: [0], top: [0], right: [0], bottom: [0] })).toBeNull();
  expect(edgesOf({})).toBeNull();
  expect(edgesOf({ left: [-100] })).toBeNull();
});
