import type { Dots } from '#model/kernel/units.ts';
import { hexagonHeightDots, hexagonRects } from './matrix/hexagons.ts';
import type { EncodedSymbol, LinearSymbol, MatrixSymbol } from './types.ts';

/** A symbol in whole dots: its dark rectangles, starting at (0, 0), without quiet zone. */
export interface SymbolGeometry {
  readonly widthDots: Dots;
  readonly heightDots: Dots;
  readonly moduleDots: number;
  /** x, y, width, height, x, y … */
  readonly rects: Int32Array;
}

/** What a symbol has at its sides in addition to the bars, in modules: a first digit, a frame. */
export interface Sides {
  readonly left: number;
  readonly right: number;
}
const NO_SIDES: Sides = { left: 0, right: 0 };

/** The width of a symbol with a narrow module of `moduleDots`. */
export function symbolWidthDots(symbol: EncodedSymbol, moduleDots: number): Dots {
  if (symbol.kind === 'matrix') return symbol.columns * moduleDots;
  let width = 0;
  for (const w of symbol.widths) width += barDots(symbol, w, moduleDots);
  return width;
}

/** The largest whole number of dots per module that fits; 0 when not even one dot does. */
export function fittingModule(
  symbol: EncodedSymbol,
  widthDots: Dots,
  heightDots: Dots,
  { left, right }: Sides = NO_SIDES,
): number {
  const narrow = Math.floor(widthDots / symbolWidthDots(symbol, 1)) + 1;
  const fitsBelow = (dots: number): boolean => symbol.kind === 'linear' || matrixHeightDots(symbol, dots) <= heightDots;
  // Rounded widths of wide bars don't grow in proportion to the module: step down to the first width that fits.
  for (let dots = Math.max(narrow * 2, 1); dots > 0; dots--) {
    if (fitsBelow(dots) && symbolWidthDots(symbol, dots) + (left + right) * dots <= widthDots) return dots;
  }
  return 0;
}

/** The rectangles of a symbol. `heightDots` is the height of bars; a matrix has its own height. */
export function symbolGeometry(symbol: EncodedSymbol, moduleDots: number, heightDots: Dots): SymbolGeometry {
  return symbol.kind === 'linear' ? linearGeometry(symbol, moduleDots, heightDots) : matrixGeometry(symbol, moduleDots);
}

function barDots(symbol: LinearSymbol, width: number, moduleDots: number): number {
  if (symbol.wideRatio === undefined) return width * moduleDots;
  return width > 1 ? Math.round(symbol.wideRatio * moduleDots) : moduleDots;
}

function linearGeometry(symbol: LinearSymbol, moduleDots: number, heightDots: Dots): SymbolGeometry {
  const { widths, barSpans } = symbol;
  const rects = new Int32Array(((widths.length + 1) >> 1) * 4);
  let x = 0;
  let at = 0;
  for (let i = 0; i < widths.length; i++) {
    const dots = barDots(symbol, widths[i] ?? 0, moduleDots);
    if (i % 2 === 0 && dots > 0) {
      const [top, bottom] = barSpans?.[i >> 1] ?? [0, 1];
      const y = Math.round(heightDots * top);
      rects[at] = x;
      rects[at + 1] = y;
      rects[at + 2] = dots;
      rects[at + 3] = Math.round(heightDots * bottom) - y;
      at += 4;
    }
    x += dots;
  }
  return { widthDots: x, heightDots, moduleDots, rects: at < rects.length ? rects.slice(0, at) : rects };
}

/** The height of a matrix symbol with modules of `moduleDots`; bars have the height of their room, which is 0 here. */
export function symbolHeightDots(symbol: EncodedSymbol, moduleDots: number): Dots {
  return symbol.kind === 'matrix' ? matrixHeightDots(symbol, moduleDots) : 0;
}

function matrixHeightDots(symbol: MatrixSymbol, moduleDots: number): Dots {
  if (symbol.lattice === 'hexagonal') return hexagonHeightDots(symbol, moduleDots);
  return symbol.rows * moduleDots * (symbol.moduleHeight ?? 1);
}

function matrixGeometry(symbol: MatrixSymbol, moduleDots: number): SymbolGeometry {
  const rects = symbol.lattice === 'hexagonal' ? hexagonRects(symbol, moduleDots) : runsOf(symbol, moduleDots);
  return {
    widthDots: symbol.columns * moduleDots,
    heightDots: matrixHeightDots(symbol, moduleDots),
    moduleDots: moduleDots,
    rects,
  };
}

/** One rectangle for each horizontal run of dark modules. */
function runsOf(symbol: MatrixSymbol, moduleDots: number): Int32Array {
  const { columns, rows, modules, moduleHeight = 1 } = symbol;
  const rowDots = moduleDots * moduleHeight;
  const rects = new Int32Array(4 * runCount(symbol));
  let count = 0;
  for (let row = 0, from = 0; row < rows; row++, from += columns) {
    for (let column = 0; column < columns; column++) {
      if (modules[from + column] !== 1) continue;
      const start = column;
      while (column + 1 < columns && modules[from + column + 1] === 1) column++;
      rects[count] = start * moduleDots;
      rects[count + 1] = row * rowDots;
      rects[count + 2] = (column - start + 1) * moduleDots;
      rects[count + 3] = rowDots;
      count += 4;
    }
  }
  return rects;
}

function runCount({ columns, rows, modules }: MatrixSymbol): number {
  let runs = 0;
  for (let row = 0, at = 0; row < rows; row++) {
    let before = 0;
    for (const end = at + columns; at < end; at++) {
      const module = modules[at] as number;
      runs += module & ~before;
      before = module;
    }
  }
  return runs;
}
