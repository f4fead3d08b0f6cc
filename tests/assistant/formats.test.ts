import fc from 'fast-check';
import { PNG } from 'pngjs';
import { describe, expect, test } from 'vitest';
import { decodeIpp } from '#print-assistant/ipp/ipp-decode.ts';
import { encodeIpp } from '#print-assistant/ipp/ipp-encode.ts';
import { collection, integer, keyword, type IppMessage, type IppValue } from '#print-assistant/ipp/ipp-message.ts';
import { decodePng } from '#print-assistant/png/png-decode.ts';
import { createBits, createPng, encodeTestPng } from './create-page.ts';

describe('PNG', () => {
  test.each([0, 1, 2, 3, 4, 'mixed'] as const)('reads rows with filter %s', async (filter) => {
    for (const width of [1, 7, 8, 9, 472]) {
      const bits = createBits(width, 20, width);
      const decoded = await decodePng(encodeTestPng(bits, { filter }));
      expect(decoded).toMatchObject({ ok: true, value: { widthDots: width, heightDots: 20 } });
      if (decoded.ok) expect(Buffer.compare(decoded.value.bits, bits.bits)).toBe(0);
    }
  });

  test('rejects damaged files, and never throws', async () => {
    const png = createPng(1);
    await fc.assert(
      fc.asyncProperty(fc.nat(png.length - 1), fc.integer({ min: 1, max: 255 }), fc.boolean(), async (at, by, cut) => {
        const damaged = cut ? png.slice(0, at) : Uint8Array.from(png, (byte, i) => (i === at ? byte ^ by : byte));
        expect((await decodePng(damaged)).ok).toBe(false);
      }),
      { numRuns: 300 },
    );
  });

  test('rejects other kinds of PNG', async () => {
    const colour = { width: 4, height: 4, data: Buffer.alloc(4 * 4 * 4) };
    expect(await decodePng(PNG.sync.write(colour))).toEqual({ ok: false, error: 'PNG is not plain 1-bit grey' });
  });

  test('does not inflate beyond the size in the header', async () => {
    const bomb = encodeTestPng({ widthDots: 8, heightDots: 4_000_000, rowBytes: 1, bits: new Uint8Array(4_000_000) });
    const view = new DataView(bomb.buffer, bomb.byteOffset);
    // A header of 8 x 8 dots over four million rows, with the right checksum.
    const small = encodeTestPng(createBits(8, 8, 1));
    const forged = Buffer.concat([Buffer.from(small).subarray(0, 33), Buffer.from(bomb).subarray(33)]);
    expect(view.getUint32(20)).toBe(4_000_000);
    expect(await decodePng(forged)).toEqual({ ok: false, error: 'PNG data cannot be inflated' });
  });
});

describe('IPP messages', () => {
  const value: fc.Arbitrary<IppValue> = fc.letrec<{ value: IppValue }>((tie) => ({
    value: fc.oneof(
      { maxDepth: 3 },
      fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 }).map(integer),
      fc.string({ unit: 'grapheme', maxLength: 20 }).map(keyword),
      fc.boolean().map((on): IppValue => ({ type: 'boolean', value: on })),
      fc.tuple(fc.nat(9999), fc.nat(9999)).map(([from, to]): IppValue => ({ type: 'range', from, to })),
      fc.nat(2400).map((x): IppValue => ({ type: 'resolution', x, y: x, unit: 3 })),
      fc.uint8Array({ maxLength: 8 }).map((bytes): IppValue => ({ type: 'other', tag: 0x3f, bytes })),
      fc.dictionary(fc.stringMatching(/^[a-z-]{1,12}$/), tie('value'), { maxKeys: 3 }).map(collection),
    ),
  })).value;
  const attributes = fc
    .dictionary(fc.stringMatching(/^[a-z-]{1,20}$/), fc.array(value, { minLength: 1, maxLength: 3 }), { maxKeys: 6 })
    .map((entries) => new Map(Object.entries(entries)));
  const message: fc.Arbitrary<IppMessage> = fc.record({
    code: fc.nat(0xffff),
    requestId: fc.nat(0x7fffffff),
    groups: fc.array(fc.record({ tag: fc.constantFrom(1, 2, 4, 5), attributes }), { maxLength: 4 }),
  });

  test('survive encoding and decoding unchanged', () => {
    fc.assert(
      fc.property(message, (one) => {
        expect(decodeIpp(encodeIpp(one))).toEqual({ ok: true, value: one });
      }),
    );
  });

  test('in pieces or damaged are rejected or read, and never throw', () => {
    fc.assert(
      fc.property(message, fc.nat(), fc.nat(255), (one, at, byte) => {
        const bytes = encodeIpp(one);
        const place = at % bytes.length;
        decodeIpp(Uint8Array.from(bytes, (old, i) => (i === place ? byte : old)));
        expect(decodeIpp(bytes.slice(0, place)).ok).toBe(false);
      }),
    );
  });

  test('a Print-Job has the bytes of RFC 8010', () => {
    const encoded = encodeIpp({
      code: 2,
      requestId: 1,
      groups: [{ tag: 1, attributes: new Map([['copies', [integer(20)]]]) }],
    });
    expect(Buffer.from(encoded).toString('hex')).toBe(
      '0200 0002 00000001 01 21 0006 636f70696573 0004 00000014 03'.replaceAll(' ', ''),
    );
  });
});
