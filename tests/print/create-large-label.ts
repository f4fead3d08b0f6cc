import { fixedText } from '#model/elements/base/content.ts';
import type { LabelElement } from '#model/elements/element.ts';
import { createTestElement, TEST_ASSET } from '../support/create-elements.ts';

export const LARGE_LABEL = { widthMm: 400, heightMm: 3000 } as const;

/** 2,000 elements over 400 x 3000 mm: 100 linear symbols, 100 QR codes, 20 images (`TEST_ASSET`), lines, frames, texts. */
export function createLargeElements(): LabelElement[] {
  return Array.from({ length: 2000 }, (_, i) => {
    const at = { xMm: 6 + (i % 10) * 39, yMm: 5.3 + Math.floor(i / 10) * 14.93 };
    if (i % 20 === 0) {
      const sources = [fixedText(`L${i}`)];
      return createTestElement('barcode', { ...at, sources, widthMm: 30, heightMm: 9, fontSize: 8 });
    }
    if (i % 20 === 11) {
      const sources = [fixedText(`https://example.com/${i}`)];
      return createTestElement('qrcode', { ...at, xMm: at.xMm + 8, sources, widthMm: 11, heightMm: 11 });
    }
    if (i % 100 === 3) {
      return createTestElement('image', {
        ...at,
        asset: TEST_ASSET,
        widthMm: 18,
        heightMm: 12,
        oneBit: 'floydSteinberg',
      });
    }
    if (i % 10 === 5) {
      return createTestElement('line', { ...at, direction: 'left', widthMm: 30, heightMm: 9, penWidthMm: 0.6 });
    }
    if (i % 10 === 7) return createTestElement('rectangle', { ...at, widthMm: 30, heightMm: 9, penWidthMm: 0.4 });
    return createTestElement('text', {
      ...at,
      sources: [fixedText(`No. ${i} 标签`)],
      widthMm: 36,
      heightMm: 5,
      fontSize: 16,
    });
  });
}
