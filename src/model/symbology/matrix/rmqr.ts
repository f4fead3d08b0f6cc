import type { Result } from '#model/kernel/result.ts';
import { attemptMatrix, encodeMatrix } from './matrix.ts';
import { utf8, wholeText } from './matrix-text.ts';
import { chosen } from '../catalog/options.ts';
import { RMQR_CODEWORDS } from '../catalog/rmqr-sizes.ts';
import type { MatrixSymbol, SymbolEncoder } from '../types.ts';

const LARGEST = 'R17x139';

/** ISO/IEC 23941. Unless a size is chosen, uses the one with the fewest modules that holds the content. */
export const encodeRmqr: SymbolEncoder = (content, title, options) => {
  const whole = wholeText(content, title);
  if (!whole.ok) return whole;
  const level = chosen('rmqr', options, 'level');
  const size = chosen('rmqr', options, 'size');
  const recipe = (version: string): Parameters<typeof encodeMatrix>[0] => ({
    symbology: 'rmqr',
    title,
    encoder: 'rectangularmicroqrcode',
    encoderOptions: { version, eclevel: level, fixedeclevel: true },
    content,
    // Quiet zone: ISO/IEC 23941, 5.3.1.
    quiet: 2,
    capacity: { digits: 361, text: 219, bytes: 150 },
  });
  if (size !== 'auto') return encodeMatrix(recipe(size));

  const least = leastBits(content);
  for (const version of BY_MODULES) {
    const codewords = RMQR_CODEWORDS[version]?.[level === 'M' ? 0 : 1] ?? 0;
    // Sizes that are always too small are skipped, because an attempt takes as long as making a symbol.
    if (codewords * 8 < least) continue;
    const attempt: Result<MatrixSymbol> | null = attemptMatrix(recipe(version));
    if (attempt !== null) return attempt;
  }
  return encodeMatrix(recipe(LARGEST));
};

const BY_MODULES = Object.keys(RMQR_CODEWORDS).toSorted((a, b) => modulesOf(a) - modulesOf(b));

/** The number of modules of a version such as `R7x43`. */
function modulesOf(version: string): number {
  const [rows = '', columns = ''] = version.slice(1).split('x');
  return Number(rows) * Number(columns);
}

/**
 * A lower bound of the bits needed: three for the mode, ten for three digits, eleven for two letters, eight for any
 * other byte.
 */
function leastBits(content: string): number {
  let bits = 3;
  for (const c of utf8(content)) bits += /[0-9]/.test(c) ? 10 / 3 : /[A-Z $%*+\-./:]/.test(c) ? 5.5 : 8;
  return bits;
}
