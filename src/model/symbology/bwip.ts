import { err, ok, type Result } from '#model/kernel/result.ts';
import { problem } from '#model/kernel/problem.ts';
import { bwip } from '#bwip-encoders';
import type { Bwip, BwipEncoder } from './bwip-encoders.ts';

export interface RawModules {
  readonly columns: number;
  readonly rows: number;
  /** The modules row by row; 1 is dark. */
  readonly modules: Uint8Array;
  /** A module's height as a multiple of its width. */
  readonly moduleHeight: number;
}

/**
 * The widths of bars and spaces in turn, bar first, in modules. If bwip-js rejects content that our own checks accept,
 * its message is the detail of a problem.
 */
export function bwipWidths(
  encoder: BwipEncoder,
  text: string,
  options: Readonly<Record<string, unknown>> = {},
): Result<readonly number[]> {
  const symbol = bwipSymbol(encoder, text, options);
  if (!symbol.ok) return symbol;
  const widths = listOf(symbol.value, 'sbs');
  return widths === undefined ? err(problem('symbol.cannotEncode', { detail: encoder })) : ok(widths);
}

/** The bottom of each bar above the lowest one, and its height; fails as `bwipWidths` does. */
export function bwipBarHeights(
  encoder: BwipEncoder,
  text: string,
): Result<readonly (readonly [bottom: number, height: number])[]> {
  const symbol = bwipSymbol(encoder, text, {});
  if (!symbol.ok) return symbol;
  const bottoms = listOf(symbol.value, 'bbs') ?? [];
  const heights = listOf(symbol.value, 'bhs') ?? [];
  return ok(heights.map((height, i) => [bottoms[i] ?? 0, height]));
}

/** The modules of a matrix symbol; fails as `bwipWidths` does. */
export function bwipModules(
  encoder: BwipEncoder,
  text: string,
  options: Readonly<Record<string, unknown>>,
): Result<RawModules> {
  const symbol = bwipSymbol(encoder, text, options);
  if (!symbol.ok) return symbol;
  const pixels = listOf(symbol.value, 'pixs');
  const columns = numberOf(symbol.value, 'pixx');
  if (pixels === undefined) return err(problem('symbol.cannotEncode', { detail: encoder }));
  if (columns === 0) return ok(maxicodeModules(pixels));
  // bwip-js gives each row of a stacked symbol once, together with the height of the whole symbol.
  const rows = pixels.length / columns;
  return ok({ columns, rows, modules: Uint8Array.from(pixels), moduleHeight: numberOf(symbol.value, 'pixy') / rows });
}

/** For MaxiCode, bwip-js returns only the numbers of the dark modules. */
function maxicodeModules(dark: readonly number[]): RawModules {
  const columns = 30;
  const rows = 33;
  const modules = new Uint8Array(columns * rows);
  for (const at of dark) modules[at] = 1;
  return { columns, rows, modules, moduleHeight: 1 };
}

/** The encoder's result for the drawing code, which is not used here: numbers, or lists of numbers, by name. */
type RawSymbol = ReturnType<Bwip['encode']>[number];

function bwipSymbol(encoder: BwipEncoder, text: string, options: Readonly<Record<string, unknown>>): Result<RawSymbol> {
  const loaded = bwip();
  if (loaded === null) return err(problem('symbol.loading'));
  try {
    return ok(loaded.encode(NO_DRAWING, loaded.encoders[encoder], text, { ...options }, true)[0] ?? new Map());
  } catch (error) {
    return err(
      problem('symbol.cannotEncode', { detail: plainWords(error instanceof Error ? error.message : String(error)) }),
    );
  }
}

/** Encoders don't use the drawing options as long as nothing is drawn. */
const NO_DRAWING = {};

/** A list of the symbol: widths, modules or heights. Lists emulate those of PostScript, as views of an array. */
function listOf(symbol: RawSymbol, name: string): readonly number[] | undefined {
  const list = symbol.get(name);
  return typeof list === 'object' ? list.b.slice(list.o, list.o + list.length) : undefined;
}

function numberOf(symbol: RawSymbol, name: string): number {
  const value = symbol.get(name);
  return typeof value === 'number' ? value : 0;
}

/** The last part of a message such as `bwipp.ean13badCheckDigit#123: Incorrect EAN-13 check digit provided`. */
function plainWords(message: string): string {
  return message.replace(/^(bwip-js: )?bwipp\.[^:]*: /, '');
}
