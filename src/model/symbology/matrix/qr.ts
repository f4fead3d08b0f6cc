import { correction, generate, type Bitmap2D, type Correction, type GenerateOptions, type Mode } from 'lean-qr';
import { err, ok, type Result } from '#model/kernel/result.ts';
import { problem } from '#model/kernel/problem.ts';
import { longestPrefix, wholeText } from './matrix-text.ts';
import { chosen } from '../catalog/options.ts';
import { textMode, versionClass } from './qr-modes.ts';
import { withBestMask } from './qr-mask.ts';
import type { MatrixSymbol, SymbolOptions, SymbolEncoder } from '../types.ts';

const CORRECTION: Readonly<Record<string, Correction>> = {
  L: correction.L,
  M: correction.M,
  Q: correction.Q,
  H: correction.H,
};

/** The number of digits that version 40 holds at level L. Longer content is not even tried. */
const MOST_DIGITS = 7089;

/** QR code of ISO/IEC 18004. */
export const encodeQr: SymbolEncoder = (content, title, options) => {
  const whole = wholeText(content, title);
  if (!whole.ok) return whole;
  return qrSymbol({ symbology: 'qr', title, content, text: content, encoded: content, modeOf: textMode }, options);
};

interface QrRecipe {
  readonly symbology: 'qr' | 'gs1-qr' | 'digital-link';
  readonly title: string;
  readonly content: string;
  readonly text: string;
  /** The characters that are encoded. */
  readonly encoded: string;
  modeOf(text: string): Mode;
}

/**
 * Makes a symbol with exactly the requested level. The level is never raised, so that a text always gives the same
 * symbol.
 */
export function qrSymbol(recipe: QrRecipe, options: SymbolOptions): Result<MatrixSymbol> {
  const { symbology, title, content, text, encoded } = recipe;
  const level = CORRECTION[chosen(symbology, options, 'level')] ?? correction.M;
  const version = chosen(symbology, options, 'version');
  const mask = chosen(symbology, options, 'mask');
  const settings: GenerateOptions = {
    minCorrectionLevel: level,
    maxCorrectionLevel: level,
    ...(version === 'auto' ? {} : { minVersion: Number(version), maxVersion: Number(version) }),
    mask: (mask === 'auto' ? 0 : Number(mask)) as 0,
  };
  const characters = [...encoded];
  const attempt = (n: number): Bitmap2D | null =>
    n > MOST_DIGITS
      ? null
      : generated(recipe.modeOf(n === characters.length ? encoded : characters.slice(0, n).join('')), settings);
  const code = attempt(characters.length);
  if (code === null) {
    const most = longestPrefix(Math.min(characters.length, MOST_DIGITS + 1), (n) => attempt(n) !== null);
    return err(problem('symbol.tooLong', { symbology: title, actual: characters.length, most }));
  }
  return ok({
    kind: 'matrix',
    symbology,
    content,
    text,
    columns: code.size,
    rows: code.size,
    modules: mask === 'auto' ? withBestMask(code, level) : modulesOf(code),
    // Quiet zone: ISO/IEC 18004, 9.1.
    quietModules: 4,
  });
}

/**
 * Caches the bits of a text. The library computes them twice, to count them and to write them; they are the same for
 * all versions with character counts of the same lengths (ISO/IEC 18004, table 3).
 */
function recorded(text: Mode): Mode {
  /** Values and their numbers of bits in turn. */
  const known = new Map<number, readonly number[]>();
  return (data, version) => {
    const lengths = versionClass(version);
    let pushes = known.get(lengths);
    if (pushes === undefined) {
      const made: number[] = [];
      text({ push: (value, bits) => void made.push(value, bits) }, version);
      pushes = made;
      known.set(lengths, made);
    }
    for (let i = 0; i < pushes.length; i += 2) data.push(pushes[i] as number, pushes[i + 1] as number);
  };
}

/** Generates a symbol; null when the text doesn't fit, for which the library throws. */
function generated(text: Mode, settings: GenerateOptions): Bitmap2D | null {
  try {
    return generate(recorded(text), settings);
  } catch {
    return null;
  }
}

function modulesOf(code: Bitmap2D): Uint8Array {
  const { size } = code;
  const modules = new Uint8Array(size * size);
  for (let y = 0; y < size; y++) for (let x = 0; x < size; x++) modules[y * size + x] = code.get(x, y) ? 1 : 0;
  return modules;
}
