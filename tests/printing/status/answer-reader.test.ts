import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { AnswerReader } from '#printing/status/answer-reader.ts';
import { ESCPOS_STATUS } from '#printing/status/escpos-status.ts';
import { ZPL_STATUS } from '#printing/status/zpl-status.ts';
import { hostStatus } from '#tests/support/host-status.ts';

const READY = hostStatus();
const PAPER_OUT = hostStatus({ paper: 1, pause: 1 });
const RIBBON_OUT = hostStatus({ ribbon: 1 });

describe('answers to ~HS on a connection that stays open', () => {
  test('arrive in any chunks, with the bytes of flow control in between', () => {
    const flowing = [...PAPER_OUT].flatMap((byte) => [0x11, byte, 0x13]);
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1 }), (sizes) => {
        const reader = new AnswerReader(ZPL_STATUS);
        const bytes = [...READY, ...flowing, ...RIBBON_OUT];
        const answers = [];
        for (let from = 0, piece = 0; from < bytes.length; piece++) {
          const to = from + (sizes[piece % sizes.length] ?? 1);
          answers.push(...reader.take(bytes.slice(from, to)));
          from = to;
        }
        expect(answers).toEqual([[], ['paperOut'], ['ribbonOut']]);
      }),
    );
  });

  test('are found after anything else', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 400 }), (noise) => {
        const reader = new AnswerReader(ZPL_STATUS);
        // No noise is long enough to hide the second of two.
        const heard = [...noise, ...PAPER_OUT, ...PAPER_OUT, ...PAPER_OUT];
        expect(reader.take(heard).at(-1)).toEqual(['paperOut']);
      }),
    );
  });

  test('with a lost byte are ignored, and the next one is complete', () => {
    for (let lost = 0; lost < READY.length; lost++) {
      const reader = new AnswerReader(ZPL_STATUS);
      expect(reader.take([...PAPER_OUT.subarray(0, lost), ...PAPER_OUT.subarray(lost + 1)])).toEqual([]);
      expect(reader.take(RIBBON_OUT)).toEqual([['ribbonOut']]);
    }
  });
});

test('an incomplete one is no part of an answer to a later DLE EOT', () => {
  const reader = new AnswerReader(ESCPOS_STATUS);
  expect(reader.take([0x1e, 0x32])).toEqual([]);
  reader.clear();
  expect(reader.take([0x16, 0x12, 0x12])).toEqual([[]]);
  // An unsolicited status (ASB) has other fixed bits.
  expect(reader.take([0x10, 0x00, 0x00, 0x0f, 0x1e, 0x32, 0x72])).toEqual([['paperOut']]);
});
