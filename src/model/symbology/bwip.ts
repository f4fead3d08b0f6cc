import bwip from 'bwip-js/generic';
import { err, ok, type Result } from '#model/kernel/result.ts';
import { problem } from '#model/kernel/problem.ts';

/** Linear symbols have widths, matrices modules. */
interface RawSymbol {
  readonly sbs?: readonly number[];
  readonly bbs?: readonly number[];
  readonly bhs?: readonly number[];
  readonly pixs?: readonly number[];
  readonly pixx?: number;
  readonly pixy?: number;
}

export interface RawModules {
  readonly columns: number;
  readonly rows: number;
  /** Row by row, 1 is dark. */
  readonly modules: Uint8Array;
  /** How many times as high as wide a module is. */
  readonly moduleHeight: number;
}

/** The part of bwip-js that is used: geometry only, no drawing. Its own types leave `raw` out of this build. */
const { raw } = bwip as unknown as { raw(options: Readonly<Record<string, unknown>>): readonly RawSymbol[] };

/**
 * The widths of bars and spaces in turn, bar first, in modules.
 * What bwip-js throws for content that we did not catch ourselves becomes a problem with its words as detail.
 */
export function bwipWidths(
  encoder: string,
  text: string,
  options: Readonly<Record<string, unknown>> = {},
): Result<readonly number[]> {
  const symbol = bwipSymbol(encoder, text, options);
  if (!symbol.ok) return symbol;
  const widths = symbol.value.sbs;
  return widths === undefined ? err(problem('symbol.cannotEncode', { detail: encoder })) : ok(widths);
}

/** Where each bar begins above the lowest, and how high it is; fails as `bwipWidths` does. */
export function bwipBarHeights(
  encoder: string,
  text: string,
): Result<readonly (readonly [bottom: number, height: number])[]> {
  const symbol = bwipSymbol(encoder, text, {});
  if (!symbol.ok) return symbol;
  const { bbs = [], bhs = [] } = symbol.value;
  return ok(bhs.map((height, i) => [bbs[i] ?? 0, height]));
}

/** The modules of a matrix; fails as `bwipWidths` does. */
export function bwipModules(
  encoder: string,
  text: string,
  options: Readonly<Record<string, unknown>>,
): Result<RawModules> {
  const symbol = bwipSymbol(encoder, text, options);
  if (!symbol.ok) return symbol;
  const { pixs, pixx = 0, pixy = 0 } = symbol.value;
  if (pixs === undefined) return err(problem('symbol.cannotEncode', { detail: encoder }));
  if (pixx === 0) return ok(maxicodeModules(pixs));
  // Stacked symbols have each of their rows once, and the height that these are to have.
  const rows = pixs.length / pixx;
  return ok({ columns: pixx, rows, modules: Uint8Array.from(pixs), moduleHeight: pixy / rows });
}

/** For MaxiCode, bwip-js returns the numbers of the dark modules. */
function maxicodeModules(dark: readonly number[]): RawModules {
  const columns = 30;
  const rows = 33;
  const modules = new Uint8Array(columns * rows);
  for (const at of dark) modules[at] = 1;
  return { columns, rows, modules, moduleHeight: 1 };
}

function bwipSymbol(encoder: string, text: string, options: Readonly<Record<string, unknown>>): Result<RawSymbol> {
  try {
    return ok(raw({ bcid: encoder, text, ...options })[0] ?? {});
  } catch (error) {
    return err(
      problem('symbol.cannotEncode', { detail: plainWords(error instanceof Error ? error.message : String(error)) }),
    );
  }
}

/** `bwipp.ean13badCheckDigit#123: Incorrect EAN-13 check digit provided` -> its last part. */
function plainWords(message: string): string {
  return message.replace(/^(bwip-js: )?bwipp\.[^:]*: /, '');
}
