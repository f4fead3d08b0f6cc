import { expect, test } from 'vitest';
import { isScanOf } from '#printing/scanned-code.ts';

test.each([
  ['LW-00025', 'LW-00025', true],
  ['LW-00025', ' LW-00025 ', true],
  ['LW-00025', 'LW-0002', false],
  ['LW-00025', 'lw-00025', false],
  ['LW-00025', ']C0LW-00025', true],
  ['LW-00025', '', false],
  // GS1 data: in brackets for people, with a separator in the code, which a keyboard omits.
  ['(01)09501101020917(10)AB12(21)7', '010950110102091710AB12217', true],
  ['(01)09501101020917(10)AB12(21)7', ']d2010950110102091710AB12\u001D217', true],
  // An item number with or without its leading zeros.
  ['036000291452', '0036000291452', true],
  ['09501101020917', '9501101020917', true],
  ['00000123', '123', false],
] as const)('%s is scanned as %j: %s', (expected, typed, isIt) => {
  expect(isScanOf({ expected, decoded: null }, typed)).toBe(isIt);
});

test('the text that the reader found counts as well as the expected one', () => {
  expect(isScanOf({ expected: '12345', decoded: '123457' }, '123457')).toBe(true);
});
