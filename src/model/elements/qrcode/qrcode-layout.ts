import { expectOk } from '#model/kernel/result.ts';
import { problem } from '#model/kernel/problem.ts';
import { symbologyInfo } from '#model/symbology/catalog/catalog.ts';
import { encodeSymbol } from '#model/symbology/encode.ts';
import type { LayoutOf } from '../base/layout.ts';
import { dotBox, layoutSymbol } from '../base/symbol-layout.ts';
import { placeholderHatch } from '../base/placeholder.ts';
import type { QrcodeElement } from './qrcode-element.ts';

/** Lays out the modules in whole dots. For a value that cannot be encoded it shows the default value under hatching. */
export const layoutQrcode: LayoutOf<QrcodeElement> = (element, [value = ''], context) => {
  const encoded = encodeSymbol(element.symbology, value, element.options);
  const title = symbologyInfo(element.symbology).title;
  const symbol = encoded.ok
    ? encoded.value
    : expectOk(encodeSymbol(element.symbology, symbologyInfo(element.symbology).defaultValue, {}));
  const box = dotBox(element, context.dpi);
  const laidOut = layoutSymbol(symbol, box, {
    topDots: 0,
    heightDots: box.heightDots,
    align: 'center',
  });
  return {
    ops: [laidOut.op, ...(encoded.ok ? [] : placeholderHatch(element.widthMm, element.heightMm))],
    content: { x: 0, y: 0, width: element.widthMm, height: element.heightMm },
    symbols: [laidOut.placed],
    problems: [
      ...(encoded.ok ? [] : [encoded.error]),
      ...(laidOut.fits ? [] : [problem('symbol.tooNarrow', { symbology: title })]),
    ],
    warnings: [],
    placeholder: !encoded.ok,
  };
};
