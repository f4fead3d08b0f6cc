import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import fc from 'fast-check';
import { afterEach, describe, expect, test } from 'vitest';
import { fromBase64, toBase64 } from '#model/kernel/base64.ts';
import { expectOk } from '#model/kernel/result.ts';

type Encoder = (this: Uint8Array) => string;

const PROTOTYPE = Uint8Array.prototype as { toBase64?: Encoder };
const ORIGINAL = PROTOTYPE.toBase64;
/** The engine's own encoder. Node 24 has it behind a flag, which only applies to realms created afterwards. */
const NATIVE = ORIGINAL ?? nativeOfNewRealm();

function nativeOfNewRealm(): Encoder {
  setFlagsFromString('--js-base-64');
  const encode = runInNewContext('Uint8Array.prototype.toBase64') as Encoder;
  // Behind the flag it still writes a part of a buffer from the buffer's start, so it is given a copy of its own.
  return function encodeCopy() {
    return encode.call(new Uint8Array(this));
  };
}

function setEncoder(encoder: Encoder | undefined): void {
  if (encoder === undefined) delete PROTOTYPE.toBase64;
  else Object.defineProperty(PROTOTYPE, 'toBase64', { value: encoder, configurable: true, writable: true });
}

afterEach(() => setEncoder(ORIGINAL));

describe.each([
  ['by the engine', NATIVE],
  ['by our own loop', undefined],
])('base64 written %s', (_, encoder) => {
  test('equals the examples of RFC 4648', () => {
    setEncoder(encoder);
    const written = ['', 'f', 'fo', 'foo', 'foob', 'fooba', 'foobar'].map((text) => toBase64(Buffer.from(text)));
    expect(written).toEqual(['', 'Zg==', 'Zm8=', 'Zm9v', 'Zm9vYg==', 'Zm9vYmE=', 'Zm9vYmFy']);
  });

  test("equals Node's output, and is read back as the same bytes", () => {
    setEncoder(encoder);
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 100 }), (bytes) => {
        expect(toBase64(bytes)).toBe(Buffer.from(bytes).toString('base64'));
        expect(expectOk(fromBase64(toBase64(bytes)))).toEqual(bytes);
      }),
    );
  });

  test('is right for a part of a buffer, short and long', () => {
    setEncoder(encoder);
    const all = Uint8Array.from({ length: 40_000 }, (_unused, i) => (i * 7) & 255);
    for (const length of [1, 2, 3, 12_288, 39_989, 39_990]) {
      const part = all.subarray(5, 5 + length);
      expect(toBase64(part)).toBe(Buffer.from(part).toString('base64'));
    }
  });
});

test('the engine is used when it can', () => {
  setEncoder(() => 'from the engine');
  expect(toBase64(Uint8Array.of(1))).toBe('from the engine');
});
