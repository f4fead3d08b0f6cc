import { describe, expect, test } from 'vitest';
import { DEFAULT_LOOK } from '#model/document/document-look.ts';
import type { FoundSymbol } from '#model/document/symbol-in-picture.ts';
import { scaleOffers, type PrintedNow } from '#app/documents/scale-offers.ts';

/** A region of 100 x 60 mm that prints at half its size. */
const HALVED: PrintedNow = {
  part: { width: 100, height: 60 },
  label: { width: 50, height: 30 },
  choice: { type: 'own', widthMm: 50, heightMm: 30 },
  placement: DEFAULT_LOOK.placement,
};

function code(x: number, y: number, width: number, height: number, offers: readonly number[]): FoundSymbol {
  return { symbology: 'qr', content: 'A', boundsMm: { x, y, width, height }, rotation: 0, moduleDots: 2.4, offers };
}

describe('scales for unreadable codes', () => {
  test('offers none when all codes are readable', () => {
    expect(scaleOffers([code(5, 5, 10, 10, [])], HALVED)).toEqual([]);
  });

  test('offers each scale once, smaller ones first', () => {
    const offers = scaleOffers([code(20, 10, 6, 6, [1, 0.75]), code(28, 10, 6, 6, [1, 0.7502])], HALVED);
    expect(offers.map(({ scale }) => scale.toFixed(2))).toEqual(['0.75', '1.00']);
  });

  test('moves the region so that the code is complete, and says that the rest is cut off', () => {
    // At twice the size, a code at the top left is outside a label that shows the middle of the region.
    const [offer] = scaleOffers([code(2, 2, 10, 10, [1])], HALVED);
    expect(offer).toEqual({
      scale: 1,
      isCut: true,
      choice: {
        size: HALVED.choice,
        placement: { ...HALVED.placement, fit: 'actual', scale: 1, horizontal: 'left', vertical: 'top' },
      },
    });
    const [middle] = scaleOffers([code(20, 10, 8, 8, [1])], HALVED);
    expect(middle?.choice?.placement).toMatchObject({ horizontal: 'center', vertical: 'middle' });
  });

  test('offers no scale when all codes fit nowhere on the label', () => {
    const [offer] = scaleOffers([code(2, 2, 8, 8, [1]), code(40, 20, 8, 8, [])], HALVED);
    expect(offer).toEqual({ scale: 1, choice: null, isCut: false });
  });

  test('enlarges labels that are as large as their region, including the margins', () => {
    const placement = { ...HALVED.placement, marginsMm: { left: 1, right: 2, top: 3, bottom: 4 } };
    const [offer] = scaleOffers([code(20, 10, 6, 6, [1.5])], { ...HALVED, choice: { type: 'part' }, placement });
    expect(offer?.choice?.size).toEqual({ type: 'own', widthMm: 153, heightMm: 97 });
    expect(offer?.isCut).toBe(false);
  });
});
