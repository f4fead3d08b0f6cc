import { expect, test } from 'vitest';
import { integer, IPP_TAG, type IppValue } from '#print-assistant/ipp/ipp-message.ts';
import { readCapabilities } from '#print-assistant/printers/ipp-capabilities.ts';

/** What the printer answers about its margins, in hundredths of a millimetre. */
function bareOf(margins: Readonly<Record<string, readonly number[]>>): unknown {
  const attributes = new Map(
    Object.entries(margins).map(([side, values]): [string, IppValue[]] => [
      `media-${side}-margin-supported`,
      values.map(integer),
    ]),
  );
  return readCapabilities({ code: 0, requestId: 1, groups: [{ tag: IPP_TAG.printerAttributes, attributes }] }).bare;
}

test('the edges that a printer leaves bare are the least margins that it can be asked for', () => {
  expect(bareOf({ left: [635, 300], top: [423], right: [300, 635], bottom: [1270, 423] })).toEqual({
    leftMm: 3,
    topMm: 4.23,
    rightMm: 3,
    bottomMm: 4.23,
  });
});

test('one that reaches an edge leaves nothing bare there; of a side it does not name nothing is said', () => {
  expect(bareOf({ left: [0, 300], top: [0], right: [0], bottom: [500] })).toEqual({
    leftMm: 0,
    topMm: 0,
    rightMm: 0,
    bottomMm: 5,
  });
  expect(bareOf({ top: [200] })).toEqual({ leftMm: 0, topMm: 2, rightMm: 0, bottomMm: 0 });
});

test('nothing is bare where it reaches everything, says nothing, or says what cannot be', () => {
  expect(bareOf({ left: [0], top: [0], right: [0], bottom: [0] })).toBeNull();
  expect(bareOf({})).toBeNull();
  expect(bareOf({ left: [-100] })).toBeNull();
});
