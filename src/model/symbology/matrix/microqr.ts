import { err } from '#model/kernel/result.ts';
import { problem } from '#model/kernel/problem.ts';
import { onlyCharacters } from '../digits.ts';
import type { SymbolEncoder } from '../types.ts';
import { encodeMatrix } from './matrix.ts';
import { chosen } from '../catalog/options.ts';

/** The versions that offer each level (ISO/IEC 18004, table 7); M1 only detects errors. */
const VERSIONS: Readonly<Record<string, readonly string[]>> = {
  L: ['auto', 'M1', 'M2', 'M3', 'M4'],
  M: ['auto', 'M2', 'M3', 'M4'],
  Q: ['auto', 'M4'],
};

/**
 * Micro QR of ISO/IEC 18004. Only ASCII is accepted: Micro QR has no ECI, and readers guess the encoding of other
 * bytes.
 */
export const encodeMicroQr: SymbolEncoder = (content, title, options) => {
  // oxlint-disable-next-line no-control-regex -- bytes hold control characters too
  const checked = onlyCharacters(content, /[\u0000-\u007f]/, title);
  if (!checked.ok) return checked;
  const level = chosen('microqr', options, 'level');
  const version = chosen('microqr', options, 'version');
  if (VERSIONS[level]?.includes(version) !== true) {
    return err(problem('symbol.noSuchSize', { symbology: title, size: `${version}-${level}` }));
  }
  return encodeMatrix({
    symbology: 'microqr',
    title,
    encoder: 'microqrcode',
    encoderOptions: { eclevel: level, fixedeclevel: true, ...(version === 'auto' ? {} : { version }) },
    content,
    // Quiet zone: ISO/IEC 18004, 5.3.1.
    quiet: 2,
    capacity: { digits: 35, text: 21, bytes: 15 },
  });
};
