import { err, type Result } from '#model/kernel/result.ts';
import { problem } from '#model/kernel/problem.ts';
import type { SymbolEncoder } from './encoder.ts';
import { encodeMatrix } from './matrix.ts';
import { chosen } from './options.ts';
import { RMQR_CODEWORDS } from './rmqr-sizes.ts';
import type { MatrixSymbol } from './types.ts';

/** ISO/IEC 23941. Automatically the one with the fewest modules that holds the content. */
export const encodeRmqr: SymbolEncoder = (content, title, options) => {
  const level = chosen('rmqr', options, 'level');
  const size = chosen('rmqr', options, 'size');
  const encoded = (version: string): Result<MatrixSymbol> =>
    encodeMatrix({
      symbology: 'rmqr',
      title,
      encoder: 'rectangularmicroqrcode',
      encoderOptions: { version, eclevel: level, fixedeclevel: true },
      content,
      // ISO/IEC 23941, 5.3.1.
      quiet: 2,
      capacity: { digits: 361, text: 219, bytes: 150 },
    });
  if (size !== 'auto') return encoded(size);

  const capacity = (version: string): number => RMQR_CODEWORDS[version]?.[level === 'M' ? 0 : 1] ?? 0;
  const byCapacity = Object.keys(RMQR_CODEWORDS).toSorted((a, b) => capacity(a) - capacity(b));
  // The least capacity that is enough, by halving: each attempt costs as much as a symbol.
  let low = 0;
  let high = byCapacity.length - 1;
  let smallest = encoded(byCapacity[high] ?? '');
  if (!smallest.ok) return smallest;
  while (low < high) {
    const middle = (low + high) >> 1;
    const attempt = encoded(byCapacity[middle] ?? '');
    if (attempt.ok) {
      smallest = attempt;
      high = middle;
    } else low = middle + 1;
  }
  // One with more room may have fewer modules.
  for (const version of byCapacity.slice(high + 1)) {
    if (!smallest.ok || modulesOf(version) >= smallest.value.modules.length) continue;
    const attempt = encoded(version);
    if (attempt.ok) smallest = attempt;
  }
  return smallest.ok ? smallest : err(problem('symbol.tooLong', { symbology: title, actual: content.length, most: 0 }));
};

/** Of `R7x43`. */
function modulesOf(version: string): number {
  const [rows = '', columns = ''] = version.slice(1).split('x');
  return Number(rows) * Number(columns);
}
