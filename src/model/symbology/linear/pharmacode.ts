import { err } from '#model/kernel/result.ts';
import { problem } from '#model/kernel/problem.ts';
import { onlyCharacters } from '../digits.ts';
import type { SymbolEncoder } from '../types.ts';
import { linearSymbol } from './linear.ts';

const LEAST = 3;
const MOST = 131_070;
/** Bars are 1 or 3 modules wide, spaces 2 (Laetus: 0.5, 1.5 and 1 mm). */
const THIN = '1';
const THICK = '3';
const SPACE = '2';

/**
 * Laetus one-track Pharmacode encodes a number: a thin bar counts 1 and a thick bar 2, times 2 to the power of its
 * place from the right. Leading zeros are rejected, because readers could not return them.
 */
export const encodePharmacode: SymbolEncoder = (content, title) => {
  const checked = onlyCharacters(content, /[0-9]/, title);
  if (!checked.ok) return checked;
  let value = Number(content);
  if (content.length > 6 || value < LEAST || value > MOST)
    return err(problem('symbol.range', { symbology: title, min: LEAST, max: MOST }));
  if (content.startsWith('0'))
    return err(problem('symbol.character', { symbology: title, position: 1, character: '0' }));
  const bars: string[] = [];
  while (value > 0) {
    const thick = value % 2 === 0;
    bars.unshift(thick ? THICK : THIN);
    value = (value - (thick ? 2 : 1)) / 2;
  }
  // Laetus, Pharmacode Guide 2.1: a quiet zone of 6 mm, at 0.5 mm per module.
  return linearSymbol({ symbology: 'pharmacode', content, pattern: bars.join(SPACE), quiet: [12, 12] });
};
