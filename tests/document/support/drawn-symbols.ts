import { POINTS_PER_INCH, MM_PER_INCH } from '#model/kernel/units.ts';
import { encodeSymbol } from '#model/symbology/encode.ts';
import { expectOk } from '#model/kernel/result.ts';
import type { Symbology } from '#model/symbology/types.ts';
import type { WrittenPage } from './written-pdf.ts';

const PT_PER_MM = POINTS_PER_INCH / MM_PER_INCH;

export interface DrawnSymbol {
  readonly symbology: Symbology;
  readonly content: string;
  /** Left bottom of its first module. */
  readonly xMm: number;
  readonly yMm: number;
  readonly moduleMm: number;
  /** Of a linear one. */
  readonly heightMm?: number;
  /** Rotates it counterclockwise by a quarter turn about its left bottom. */
  readonly upwards?: boolean;
}

/** A page of a PDF with symbols as a carrier's program draws them: rectangles at any positions. */
export function createSymbolPage(widthMm: number, heightMm: number, symbols: readonly DrawnSymbol[]): WrittenPage {
  return {
    widthPt: widthMm * PT_PER_MM,
    heightPt: heightMm * PT_PER_MM,
    content: symbols.map(operatorsOf).join('\n'),
  };
}

function operatorsOf({ symbology, content, xMm, yMm, moduleMm, heightMm = 15, upwards = false }: DrawnSymbol): string {
  const symbol = expectOk(encodeSymbol(symbology, content, {}));
  const rects: string[] = [];
  if (symbol.kind === 'linear') {
    let at = 0;
    for (const [i, width] of symbol.widths.entries()) {
      if (i % 2 === 0) rects.push(rect(at * moduleMm, 0, width * moduleMm, heightMm));
      at += width;
    }
  } else {
    const { columns, rows, modules, moduleHeight = 1 } = symbol;
    for (const [i, module] of modules.entries()) {
      if (module === 0) continue;
      const row = rows - 1 - Math.floor(i / columns);
      const height = moduleHeight * moduleMm;
      rects.push(rect((i % columns) * moduleMm, row * height, moduleMm, height));
    }
  }
  const [x, y] = [xMm * PT_PER_MM, yMm * PT_PER_MM];
  return `q ${upwards ? '0 1 -1 0' : '1 0 0 1'} ${x} ${y} cm\n0 g ${rects.join(' ')} f Q`;
}

function rect(x: number, y: number, width: number, height: number): string {
  return `${[x, y, width, height].map((mm) => (mm * PT_PER_MM).toFixed(4)).join(' ')} re`;
}
