import { correction, generate, mode, type Correction } from 'lean-qr';
import { err, ok } from '#model/kernel/result.ts';
import { problem } from '#model/kernel/problem.ts';
import type { SymbolEncoder } from './encoder.ts';
import { chosen } from './options.ts';

const CORRECTION: Readonly<Record<string, Correction>> = {
  L: correction.L,
  M: correction.M,
  Q: correction.Q,
  H: correction.H,
};

/** Bytes of text in UTF-8, announced by ECI 26: readers take bare bytes for Latin-1 or for a guess. */
const MODES = [mode.numeric, mode.alphaNumeric, mode.ascii, mode.utf8];

/** ISO/IEC 18004. The level is what was asked: it is never raised in silence, so one text has one symbol. */
export const encodeQr: SymbolEncoder = (content, title, options) => {
  if (content === '') return err(problem('symbol.empty', { symbology: title }));
  const level = CORRECTION[chosen('qr', options, 'level')] ?? correction.M;
  try {
    const code = generate(content, { minCorrectionLevel: level, maxCorrectionLevel: level, modes: MODES });
    const size = code.size;
    const modules = new Uint8Array(size * size);
    for (let y = 0; y < size; y++) for (let x = 0; x < size; x++) modules[y * size + x] = code.get(x, y) ? 1 : 0;
    // Quiet zone: ISO/IEC 18004, 9.1: 4 modules.
    return ok({
      kind: 'matrix',
      symbology: 'qr',
      content,
      text: content,
      columns: size,
      rows: size,
      modules,
      quietModules: 4,
    });
  } catch {
    return err(problem('symbol.tooLong', { symbology: title, actual: [...content].length }));
  }
};
