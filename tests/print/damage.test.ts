import { beforeAll, describe, expect, test } from 'vitest';
import { expectOk } from '#model/kernel/result.ts';
import { symbologyInfo } from '#model/symbology/catalog/catalog.ts';
import { encodeSymbol } from '#model/symbology/encode.ts';
import { DEFAULT_MIN_GRADE, isBelow } from '#model/symbology/read/grade.ts';
import { LINEAR_SYMBOLOGIES, MATRIX_SYMBOLOGIES, type EncodedSymbol, type Symbology } from '#model/symbology/types.ts';
import { type BitPlane, createBitPlane, eraseRect, hasInk, inkRect } from '#render-worker/bits/bit-plane.ts';
import { quietMargins } from '#model/elements/base/symbol-margins.ts';
import { readBack, type SymbolReading } from '#render-worker/read-back/read-back.ts';
import { createFuzzParts } from '../fuzz/fuzz-parts.ts';
import { type FuzzParts, type PaintedSymbol, paintSymbol } from '../support/symbol-fuzz.ts';

let parts: FuzzParts;
beforeAll(async () => {
  parts = await createFuzzParts();
});

const DPI = 300;
const DOTS = 4;
const ALL: readonly Symbology[] = [...LINEAR_SYMBOLOGIES, ...MATRIX_SYMBOLOGIES];

function encodeDefault(symbology: Symbology): EncodedSymbol {
  return expectOk(encodeSymbol(symbology, symbologyInfo(symbology).defaultValue, {}));
}

/** High enough for the grade A of its standard. */
function paint(symbol: EncodedSymbol, dots: number = DOTS): PaintedSymbol {
  return paintSymbol(parts.painter, symbol, { dots, dpi: DPI, rotation: 0, barDots: 300 });
}

function read({ plane, label, placed, dpi }: PaintedSymbol): SymbolReading {
  return readBack(parts.zxing, plane, label, placed, dpi);
}

/** Symbols that a run with the default minimum does not print. */
function isReported({ problem, grade }: SymbolReading): boolean {
  return problem !== null || isBelow(grade, DEFAULT_MIN_GRADE);
}

interface Area {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

function flip(plane: BitPlane, area: Area): void {
  for (let y = area.y; y < area.y + area.height; y++) {
    for (let x = area.x; x < area.x + area.width; x++) {
      const dot = { x, y, width: 1, height: 1 };
      if (hasInk(plane, dot)) eraseRect(plane, dot);
      else inkRect(plane, dot);
    }
  }
}

/** The plane with its symbol stretched across by `by`, each dot from the nearest, like a careless scaling. */
function scaledAcross({ plane, placed, label, dpi }: PaintedSymbol, by: number): PaintedSymbol {
  const { bounds } = placed;
  const wider = createBitPlane(Math.ceil(plane.width * by) + 2, plane.height);
  const width = Math.round(bounds.width * by);
  for (let x = 0; x < width; x++) {
    const from = bounds.x + Math.min(bounds.width - 1, Math.floor(x / by));
    for (let y = 0; y < plane.height; y++) {
      if (hasInk(plane, { x: from, y, width: 1, height: 1 }))
        inkRect(wider, { x: bounds.x + x, y, width: 1, height: 1 });
    }
  }
  const area = { ...label, width: wider.width };
  return { plane: wider, label: area, placed: { ...placed, bounds: { ...bounds, width } }, dpi };
}

describe.each(ALL)('%s', (symbology) => {
  test('is read as painted', () => {
    const painted = paint(encodeDefault(symbology));
    const reading = read(painted);
    expect(reading).toMatchObject({ problem: null, decoded: painted.placed.symbol.content });
    expect(reading.measures?.decodability ?? 1).toBeGreaterThan(0.62);
    expect(reading.measures?.quietZone).toBe(1);
  });

  test('with any one column of modules flipped is reported', () => {
    const symbol = encodeDefault(symbology);
    const { bounds } = paint(symbol).placed;
    // Every column of dots where one module may begin; of wide symbols some thirty of them.
    const step = Math.max(DOTS, DOTS * Math.floor(bounds.width / DOTS / 30));
    for (let x = 0; x + DOTS <= bounds.width; x += step) {
      const painted = paint(symbol);
      flip(painted.plane, { x: bounds.x + x, y: bounds.y, width: DOTS, height: bounds.height });
      expect(isReported(read(painted)), `at ${x}`).toBe(true);
    }
  });

  test('with a line through it, black or white, horizontal or vertical, is reported', () => {
    for (const put of [inkRect, eraseRect]) {
      for (const level of [true, false]) {
        const painted = paint(encodeDefault(symbology));
        const { x, y, width, height } = painted.placed.bounds;
        put(
          painted.plane,
          level
            ? { x, y: y + (height >> 1), width, height: 2 }
            : { x: x + (width >> 1) - 2 * DOTS, y, width: 5 * DOTS, height },
        );
        expect(isReported(read(painted)), `${put.name} ${level ? 'level' : 'upright'}`).toBe(true);
      }
    }
  });

  test('cut short at any edge is reported', () => {
    for (const [dx, dy, dw, dh] of [
      [0, 0, 0, 0.2],
      [0, 0.8, 0, 1],
      [0, 0, 0.2, 1],
      [0.8, 0, 1, 1],
    ] as const) {
      const painted = paint(encodeDefault(symbology));
      const { x, y, width, height } = painted.placed.bounds;
      const area = dw === 0 ? { y: dy, height: dh - dy } : { x: dx, width: dw - dx };
      eraseRect(painted.plane, {
        x: x + Math.round((area.x ?? 0) * width),
        y: y + Math.round((area.y ?? 0) * height),
        width: Math.floor((area.width ?? 1) * width),
        height: Math.floor((area.height ?? 1) * height),
      });
      expect(isReported(read(painted)), JSON.stringify(area)).toBe(true);
    }
  });

  test('scaled to a width that is no whole number of dots a module is reported', () => {
    for (const by of [0.8, 1.1, 1.3, 1.45]) {
      expect(isReported(read(scaledAcross(paint(encodeDefault(symbology)), by))), `by ${by}`).toBe(true);
    }
  });

  test('printed inverted is reported', () => {
    const painted = paint(encodeDefault(symbology));
    flip(painted.plane, { x: 0, y: 0, width: painted.plane.width, height: painted.plane.height });
    expect(isReported(read(painted))).toBe(true);
  });

  test('with ink in its quiet zone is reported, or graded lower the nearer it is', () => {
    const symbol = encodeDefault(symbology);
    const { left } = quietMargins(paint(symbol).placed);
    if (left === 0) return;
    const grades: string[] = [];
    for (const share of [0.9, 0.7, 0.5, 0.1]) {
      const painted = paint(symbol);
      const { x, y, height } = painted.placed.bounds;
      inkRect(painted.plane, { x: x - Math.floor(left * share) - 1, y, width: 1, height });
      const reading = read(painted);
      grades.push(reading.grade);
      expect(reading.measures?.quietZone).toBeLessThan(1);
      if (share <= 0.5) expect(isReported(reading), `at ${share}`).toBe(true);
    }
    expect(grades.toSorted()).toEqual(grades);
    expect(grades[0]).not.toBe('A');
  });

  test('of modules that are too small is graded lower', () => {
    const { xMm = 0.19 } = symbologyInfo(symbology).minimum ?? {};
    const symbol = encodeDefault(symbology);
    const small = paintSymbol(parts.painter, symbol, { dots: 1, dpi: 600, rotation: 0, barDots: 600 });
    const reading = read(small);
    const moduleMm = reading.measures?.moduleMm ?? 0;
    if (reading.problem === null && moduleMm < xMm * 0.5) expect(reading.grade).toBe('F');
    expect(isReported(reading)).toBe(true);
  });
});

describe('two widths', () => {
  test.each(
    LINEAR_SYMBOLOGIES.filter((symbology) => {
      const symbol = expectOk(encodeSymbol(symbology, symbologyInfo(symbology).defaultValue, {}));
      return symbol.kind === 'linear' && symbol.wideRatio !== undefined && symbol.fixedMm === undefined;
    }),
  )('%s with another ratio than its own is reported', (symbology) => {
    const symbol = encodeDefault(symbology);
    if (symbol.kind !== 'linear') throw new Error('not linear');
    for (const wideRatio of [1.25, 1.5, 4, 5]) {
      const other = paint({ ...symbol, wideRatio });
      const { placed } = paint(symbol);
      // The symbol itself declares this ratio, so the reader must judge it by the dots.
      expect(isReported(read(other)), `ratio ${wideRatio}`).toBe(true);
      // Here the symbol declares the right ratio, and only the painted dots differ.
      const accident = { ...other, placed: { ...other.placed, symbol: placed.symbol } };
      expect(isReported(read(accident)), `ratio ${wideRatio} by accident`).toBe(true);
    }
  });
});
