import { expect, test } from 'vitest';
import { unitMark } from '#app/state/unit.ts';
import { formatExactSize } from '#app/editor/session/display-unit.ts';
import { LANGUAGES } from '#app/state/i18n/languages.ts';
import { readQuantity } from '#app/ui/quantity.ts';

test("lengths show their unit in the user's language", () => {
  expect(LANGUAGES.map((language) => unitMark('mm', language))).toEqual(['mm', 'mm', 'mm', 'mm', 'мм']);
  expect(formatExactSize(100, 80, 'mm', 'ru')).toBe('100,000 × 80,000 мм');
  expect(formatExactSize(101.6, 25.4, 'inch', 'en')).toBe('4.000 × 1.000 in');
});

test.each(LANGUAGES)('a field accepts its own unit as typed text: %s', (language) => {
  expect(readQuantity(`5 ${unitMark('mm', language)}`, 1)).toEqual({ ok: true, value: 5 });
  expect(readQuantity(`2 ${unitMark('inch', language)}`, 1)).toEqual({ ok: true, value: 50.8 });
});
