import { IDENTITY, ROTATIONS, type Rotation } from '#model/kernel/geometry.ts';
import type { ElementId } from '#model/kernel/ids.ts';
import { expectOk } from '#model/kernel/result.ts';
import type { PlacedSymbol } from '#model/elements/base/layout.ts';
import { layoutSymbol } from '#model/elements/base/symbol-layout.ts';
import type { DotsOp } from '#model/elements/base/display-op.ts';
import { encodeSymbol } from '#model/symbology/encode.ts';
import { symbolGeometry } from '#model/symbology/geometry.ts';
import type { EncodedSymbol, Symbology } from '#model/symbology/types.ts';
import type { BitPainter } from '#render-worker/print/bit-painter.ts';
import { type BitPlane, createBitPlane } from '#render-worker/bits/bit-plane.ts';
import { quietMargins, withMargins } from '#model/elements/base/symbol-margins.ts';
import { readBack, type SymbolReading } from '#render-worker/read-back/read-back.ts';
import type { Zxing } from '#render-worker/read-back/zxing.ts';
import { createRandom, pick, randomValue, type SymbolValue, whole } from './symbol-values.ts';

export interface FuzzParts {
  readonly zxing: Zxing;
  readonly painter: BitPainter;
}

/** A symbol painted by the print painter on a label of its own. */
export interface PaintedSymbol {
  readonly plane: BitPlane;
  readonly label: { readonly x: number; readonly y: number; readonly width: number; readonly height: number };
  readonly placed: PlacedSymbol;
  readonly dpi: number;
}

export interface FuzzCase extends SymbolValue {
  readonly dots: number;
  readonly dpi: number;
  readonly rotation: Rotation;
  readonly reading: Pick<SymbolReading, 'decoded' | 'problem' | 'grade'>;
}

export interface FuzzOutcome {
  readonly symbology: Symbology;
  readonly painted: number;
  /** Values that the symbology could not encode (an impossible check digit, a size too small). */
  readonly skipped: number;
  /** Number of read symbols of one dot a module. */
  readonly readAtOneDot: readonly [read: number, of: number];
  /** Symbols of two or more dots a module that could not be read. */
  readonly missed: readonly FuzzCase[];
  /** Symbols of any size that were read as another text. */
  readonly misread: readonly FuzzCase[];
}

const DPIS = [203, 300, 600];
const SIZES = [1, 2, 3, 4];

/** Random values: encoded, painted by the print painter in all sizes, resolutions and rotations, and read back. */
export function fuzzSymbology(parts: FuzzParts, symbology: Symbology, count: number, seed: number): FuzzOutcome {
  const random = createRandom(seed);
  const missed: FuzzCase[] = [];
  const misread: FuzzCase[] = [];
  let skipped = 0;
  let painted = 0;
  let oneDot = 0;
  let oneDotRead = 0;
  // A generator of unusable values must not run forever.
  while (painted < count && skipped < 1000 + count * 10) {
    const value = randomValue(symbology, random);
    const encoded = encodeSymbol(symbology, value.content, value.options);
    if (!encoded.ok) {
      skipped++;
      continue;
    }
    painted++;
    const size = { dots: SIZES[painted % 4] ?? 1, dpi: pick(random, DPIS), rotation: pick(random, ROTATIONS) };
    const scene = paintSymbol(parts.painter, encoded.value, { ...size, barDots: whole(random, 30, 60) });
    const reading = readBack(parts.zxing, scene.plane, scene.label, scene.placed, scene.dpi);
    const { decoded, problem, grade } = reading;
    const found: FuzzCase = { ...value, ...size, reading: { decoded, problem, grade } };
    if (decoded !== null && decoded !== encoded.value.content) misread.push(found);
    else if (size.dots > 1 && problem !== null) missed.push(found);
    if (size.dots === 1) {
      oneDot++;
      if (problem === null) oneDotRead++;
    }
  }
  return { symbology, painted, skipped, readAtOneDot: [oneDotRead, oneDot], missed, misread };
}

/** The symbol with its quiet zones on a label that it fills. */
export function paintSymbol(
  painter: BitPainter,
  symbol: EncodedSymbol,
  size: {
    readonly dots: number;
    readonly dpi: number;
    readonly rotation: Rotation;
    /** The height of bars. */
    readonly barDots: number;
  },
): PaintedSymbol {
  const { dots, dpi, rotation, barDots } = size;
  const { widthDots, heightDots } = symbolGeometry(symbol, dots, barDots);
  const height = symbol.kind === 'matrix' ? heightDots : barDots;
  const box = { xDots: 0, yDots: 0, widthDots, heightDots: height, rotation, mirror: false };
  const { op, placed } = layoutSymbol(symbol, box, {
    topDots: 0,
    heightDots: height,
    align: 'left',
  });
  const area = withMargins(placed.bounds, rotation, quietMargins(placed));
  const moved: PlacedSymbol = {
    ...placed,
    bounds: { ...placed.bounds, x: placed.bounds.x - area.x, y: placed.bounds.y - area.y },
  };
  const plane = createBitPlane(area.width, area.height);
  const item = {
    elementId: 'symbol' as ElementId,
    transform: IDENTITY,
    ops: [movedOp(op, -area.x, -area.y)],
    bounds: { x: 0, y: 0, width: (area.width / dpi) * 25.4, height: (area.height / dpi) * 25.4 },
  };
  expectOk(painter.paint(plane, [item], dpi, 0));
  return { plane, label: { x: 0, y: 0, width: area.width, height: area.height }, placed: moved, dpi };
}

function movedOp(op: DotsOp, byX: number, byY: number): DotsOp {
  return { ...op, rects: op.rects.map((v, i) => (i % 4 === 0 ? v + byX : i % 4 === 1 ? v + byY : v)) };
}
