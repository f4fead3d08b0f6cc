import { err } from '#model/kernel/result.ts';
import { problem } from '#model/kernel/problem.ts';
import { bwipBarHeights } from '../bwip.ts';
import { onlyCharacters } from '../digits.ts';
import type { SymbolEncoder } from '../encoder.ts';
import { type FourState, type FourStateSpans, fourStateSymbol } from './four-state.ts';

/**
 * 20 digits of barcode identifier, service type, mailer and serial number, alone or followed by a ZIP, ZIP+4 or
 * delivery point code.
 */
const LENGTHS = [20, 25, 29, 31];
/** USPS-B-3200, 2.3.2: a full bar is 0.145 inch high, and each third of it 0.048 inch. */
const SPANS: FourStateSpans = { T: [1 / 3, 2 / 3], A: [0, 2 / 3], D: [1 / 3, 1], F: [0, 1] };
const HEIGHT_MM = 3.683;

/** USPS Intelligent Mail barcode. */
export const encodeImb: SymbolEncoder = (content, title) => {
  const checked = onlyCharacters(content, /[0-9]/, title);
  if (!checked.ok) return checked;
  if (!LENGTHS.includes(content.length))
    return err(problem('symbol.length', { symbology: title, expected: LENGTHS.join(' / '), actual: content.length }));
  // The second digit of the barcode identifier is 0 to 4 (USPS-B-3200, 2.1.1).
  const second = content.charAt(1);
  if (second > '4') return err(problem('symbol.character', { symbology: title, position: 2, character: second }));
  const heights = bwipBarHeights('onecode', content);
  if (!heights.ok) return heights;
  const highest = Math.max(...heights.value.map(([bottom, height]) => bottom + height));
  const bars = heights.value.map(([bottom, height]): FourState => {
    const up = bottom + height > highest * 0.9;
    const down = bottom < highest * 0.1;
    return up ? (down ? 'F' : 'A') : down ? 'D' : 'T';
  });
  return fourStateSymbol({ symbology: 'imb', content, bars, spans: SPANS, heightMm: HEIGHT_MM });
};
