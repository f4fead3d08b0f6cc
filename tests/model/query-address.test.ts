import fc from 'fast-check';
import { expect, test } from 'vitest';
import { queryAddress, readQueryAddress } from '#model/elements/base/query-address.ts';
import { isWebConnection } from '#model/elements/base/reading.ts';

test('parses the address of a query as it was written', () => {
  const name = fc.string({ minLength: 1, unit: 'grapheme' });
  fc.assert(
    fc.property(fc.dictionary(name, fc.string({ unit: 'grapheme' })), (values) => {
      const address = queryAddress({ id: 'Ab_1-2', values });
      expect(isWebConnection(address)).toBe(true);
      expect(readQueryAddress(address)).toEqual({ id: 'Ab_1-2', values: { ...values } });
    }),
  );
});

test('the same values in another order are the same spreadsheet', () => {
  expect(queryAddress({ id: 'a', values: { x: '1', b: '2' } })).toBe(
    queryAddress({ id: 'a', values: { b: '2', x: '1' } }),
  );
});

test.each(['query:', 'query:a b', 'query:a?x=%zz', 'https://example.com', `query:${'a'.repeat(65)}`])(
  '%j is none',
  (text) => expect(readQueryAddress(text)).toBeNull(),
);
