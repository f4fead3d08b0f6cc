import bwip from 'bwip-js/generic';
import { err, ok, type Result } from '#model/kernel/result.ts';
import { problem } from '#model/kernel/problem.ts';

/** What bwip-js returns: linear symbols have widths, matrices have modules. */
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
  /** The modules row by row; 1 is dark. */
  readonly modules: Uint8Array;
  /** A module's height as a multiple of its width. */
  readonly moduleHeight: number;
}

/**
 * The only part of bwip-js used here: it computes geometry and draws nothing. The package's types for this build lack
 * `raw`.
 */
const { raw } = bwip as unknown as { raw(options: Readonly<Record<string, unknown>>): readonly RawSymbol[] };

/**
 * The widths of bars and spaces in turn, bar first, in modules.
 * If bwip-js refuses content that we have not refused ourselves, its message becomes the detail of a problem.
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

/** The bottom of each bar above the lowest one, and its height; fails as `bwipWidths` does. */
export function bwipBarHeights(
  encoder: string,
  text: string,
): Result<readonly (readonly [bottom: number, height: number])[]> {
  const symbol = bwipSymbol(encoder, text, {});
  if (!symbol.ok) return symbol;
  const { bbs = [], bhs = [] } = symbol.value;
  return ok(bhs.map((height, i) => [bbs[i] ?? 0, height]));
}

/** The modules of a matrix symbol; fails as `bwipWidths` does. */
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
  // bwip-js gives each row of a stacked symbol once, together with the height of the whole symbol.
  const rows = pixs.length / pixx;
  return ok({ columns: pixx, rows, modules: Uint8Array.from(pixs), moduleHeight: pixy / rows });
}

/** For MaxiCode, bwip-js returns only the numbers of the dark modules. */
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

/** The last part of a message such as `bwipp.ean13badCheckDigit#123: Incorrect EAN-13 check digit provided`. */
function plainWords(message: string): string {
  return message.replace(/^(bwip-js: )?bwipp\.[^:]*: /, '');
}
