import { err } from '#model/kernel/result.ts';
import { problem } from '#model/kernel/problem.ts';
import type { SymbolEncoder } from '../types.ts';
import { attemptMatrix, encodeMatrix } from './matrix.ts';
import { chosen } from '../catalog/options.ts';

/** More characters than the largest compact symbol holds at the lowest level. */
const MOST_COMPACT = 110;
const MOST_COMPACT_LAYERS = 4;
/**
 * The mode message of a compact symbol can count only 64 data words (ISO/IEC 24778, 7.2.3), but four layers hold 76.
 * With a lower level, which leaves fewer check words, the encoder would write a count that readers misunderstand.
 */
const LEAST_COMPACT_LEVEL = 12;

/**
 * ISO/IEC 24778. Uses the compact form if the content fits, because it is smaller. The level is the least share of
 * check words.
 */
export const encodeAztec: SymbolEncoder = (content, title, options) => {
  const shape = chosen('aztec', options, 'shape');
  const layers = chosen('aztec', options, 'layers');
  const level = Number(chosen('aztec', options, 'level'));
  const encoderOptions = { eclevel: level, ...(layers === 'auto' ? {} : { layers: Number(layers) }) };
  const recipe = {
    symbology: 'aztec',
    title,
    encoderOptions,
    content,
    // ISO/IEC 24778, 7.1.4: no quiet zone is needed.
    quiet: 0,
    capacity: { digits: 3832, text: 3067, bytes: 1914 },
  } as const;
  const tooManyLayers = layers !== 'auto' && Number(layers) > MOST_COMPACT_LAYERS;
  if (shape === 'compact' && tooManyLayers) {
    return err(problem('symbol.noSuchSize', { symbology: title, size: `compact, ${layers}` }));
  }
  const compact = {
    ...recipe,
    encoder: 'azteccodecompact',
    encoderOptions: { ...encoderOptions, eclevel: Math.max(level, LEAST_COMPACT_LEVEL) },
  } as const;
  if (shape === 'compact') return encodeMatrix(compact);
  if (shape === 'auto' && !tooManyLayers && content.length <= MOST_COMPACT) {
    const small = attemptMatrix(compact);
    if (small !== null) return small;
  }
  return encodeMatrix({ ...recipe, encoder: 'azteccode' });
};
