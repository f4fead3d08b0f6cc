import { expect, test } from 'vitest';
import { webAddress } from '#app/editor/data/web-address.ts';

test.each([
  ['https://example.com/goods.csv', 'https://example.com/goods.csv'],
  ['  http://example.com/a b.xlsx ', 'http://example.com/a%20b.xlsx'],
  ['example.com/goods.csv', 'https://example.com/goods.csv'],
  ['www.bücher.example/a', 'https://www.xn--bcher-kva.example/a'],
  ['http://intranet/goods.csv', 'http://intranet/goods.csv'],
  ['localhost:8080/a.csv', 'https://localhost:8080/a.csv'],
])('%j is %s', (typed, address) => {
  expect(webAddress(typed)).toBe(address);
});

test.each(['', '  ', 'goods', 'https://', 'ftp://example.com/a.csv', 'file:///etc/passwd', 'http://a b/', 'goods csv'])(
  '%j is no address',
  (typed) => {
    expect(webAddress(typed)).toBeNull();
  },
);
