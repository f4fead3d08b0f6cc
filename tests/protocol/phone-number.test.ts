import { expect, test } from 'vitest';
import { phoneNumber } from '#protocol/phone-number.ts';

test.each([
  ['+86 138 1234 5678', '', '+8613812345678'],
  ['138 1234 5678', 'CN', '+8613812345678'],
  ['１３８１２３４５６７８', 'CN', '+8613812345678'],
  ['(030) 901820', 'DE', '+4930901820'],
])('%s in %s is %s', (text, country, number) => {
  expect(phoneNumber(text, country)).toBe(number);
});

test.each([
  ['13812345678', ''],
  ['13812345678', 'XX'],
  // As long as a number of the country, but of no area there.
  ['+12001234567', ''],
  ['call me', 'CN'],
  ['', 'CN'],
  [`+86${'1'.repeat(40)}`, ''],
])('%s in %s is no number', (text, country) => {
  expect(phoneNumber(text, country)).toBeNull();
});
