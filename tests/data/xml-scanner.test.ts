import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ByteBuffer } from '#data-worker/table/byte-buffer.ts';
import { TOKEN, XmlScanner } from '#data-worker/xml/xml-scanner.ts';

const XML =
  '\ufeff<?xml version="1.0"?><!-- > a -- comment --><x:root xmlns:x="u" a=\'>"<\' b="&amp;中">text &lt; 文\r\n' +
  '<empty/><c r="A1" t="s" ><v>12</v></c><![CDATA[<raw> ]] & ]]><v>plain</v><?pi > ?></x:root>\n';

/** The tokens of a document that arrives in chunks, cut at these positions. */
function tokens(bytes: Uint8Array, cuts: readonly number[]): string[] {
  const scanner = new XmlScanner('test.xml');
  const seen: string[] = [];
  const text = new ByteBuffer(8);
  const decode = (): string => new TextDecoder().decode(text.filled());
  const drain = (): void => {
    for (;;) {
      const token = scanner.next();
      if (token === TOKEN.more) return;
      text.length = 0;
      if (token === TOKEN.failed) throw new Error(JSON.stringify(scanner.failure));
      if (token === TOKEN.text) {
        scanner.copyText(text);
        seen.push(`text ${decode()}`);
        continue;
      }
      seen.push(`${token === TOKEN.open ? 'open' : 'close'} ${scanner.name} ${scanner.depth}`);
      while (token === TOKEN.open && scanner.nextAttribute() !== 0) {
        text.length = 0;
        scanner.copyValue(text);
        seen.push(`attribute ${scanner.nameText()}=${decode()}`);
      }
    }
  };
  let from = 0;
  for (const cut of [...cuts, bytes.length]) {
    scanner.feed(bytes.subarray(from, cut));
    from = cut;
    drain();
  }
  scanner.finish();
  drain();
  expect(scanner.end()).toBeNull();
  return seen;
}

test('chunk boundaries make no difference', () => {
  const bytes = new TextEncoder().encode(XML);
  const whole = tokens(bytes, []);
  expect(whole).toContain('attribute a=>"<');
  expect(whole).toContain('attribute b=&中');
  expect(whole).toContain('text text < 文\n');
  expect(whole).toContain('text <raw> ]] & ');
  const everyByte = Array.from(bytes, (_, i) => i);
  expect(tokens(bytes, everyByte)).toEqual(whole);
  fc.assert(
    fc.property(fc.array(fc.nat(bytes.length)), (cuts) => {
      expect(
        tokens(
          bytes,
          cuts.sort((a, b) => a - b),
        ),
      ).toEqual(whole);
    }),
  );
});
