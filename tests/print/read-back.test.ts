import { beforeAll, describe, expect, test } from 'vitest';
import type { DotBox } from '#model/elements/base/symbol-layout.ts';
import { layoutSymbol } from '#model/elements/base/symbol-layout.ts';
import type { PlacedSymbol } from '#model/elements/base/layout.ts';
import { ROTATIONS, type Rotation } from '#model/kernel/geometry.ts';
import { expectOk } from '#model/kernel/result.ts';
import { mmToDots } from '#model/kernel/units.ts';
import { encodeSymbol } from '#model/symbology/encode.ts';
import type { Symbology } from '#model/symbology/types.ts';
import { type BitPlane, createBitPlane, eraseRect, inkRect } from '#render-worker/bits/bit-plane.ts';
import { loadZxingInNode } from '#render-worker/read-back/load-zxing-node.ts';
import { readBack } from '#render-worker/read-back/read-back.ts';
import type { Zxing } from '#render-worker/read-back/zxing.ts';

const CONTENTS: readonly (readonly [Symbology, string])[] = [
  ['code128', 'Lot 4711-aB~'],
  ['code39', 'AB-12.$/+%'],
  ['ean8', '1234567'],
  ['ean13', '400638133393'],
  ['ean13', '0012345678905'],
  ['upca', '01234567890'],
  ['interleaved2of5', '0123456'],
  ['interleaved2of5', '12'],
  ['gs1-128', '(01)09501101530003(10)AB1(21)X-9'],
  ['gs1-128', '(10)ABC(01)09501101530003'],
  ['itf14', '1540014128876'],
  ['qr', 'https://example.com/標籤?n=42 é'],
  ['qr', '00012345'],
];

let zxing: Zxing;
beforeAll(async () => {
  zxing = await loadZxingInNode();
});

interface Scene {
  readonly plane: BitPlane;
  readonly label: { x: number; y: number; width: number; height: number };
  readonly placed: PlacedSymbol;
  readonly dpi: number;
}

/** One symbol in the center of a label of 110 x 110 mm, which is at (13, 21) of its page. */
function createScene(
  symbology: Symbology,
  content: string,
  dpi: number,
  rotation: Rotation,
  at?: { x: number; y: number },
): Scene {
  const side = mmToDots(110, dpi);
  const label = { x: 13, y: 21, width: side, height: side };
  const plane = createBitPlane(side + 40, side + 40);
  const symbol = expectOk(encodeSymbol(symbology, content, {}));
  const width = mmToDots(symbol.kind === 'matrix' ? 20 : content.length < 5 ? 30 : 80, dpi);
  const height = mmToDots(symbol.kind === 'matrix' ? 20 : 19, dpi);
  const turned = rotation === 90 || rotation === 270;
  const box: DotBox = {
    xDots: at?.x ?? Math.floor((side - (turned ? height : width)) / 2),
    yDots: at?.y ?? Math.floor((side - (turned ? width : height)) / 2),
    widthDots: width,
    heightDots: height,
    rotation,
    mirror: false,
  };
  const { op, placed } = layoutSymbol(symbol, box, {
    topDots: 0,
    heightDots: height,
    align: 'left',
  });
  for (let i = 0; i < op.rects.length; i += 4) {
    const [x = 0, y = 0, w = 0, h = 0] = op.rects.subarray(i, i + 4);
    if (x < -label.x || y < -label.y || x + w > side || y + h > side) continue;
    inkRect(plane, { x: x + label.x, y: y + label.y, width: w, height: h });
  }
  return { plane, label, placed, dpi };
}

function read({ plane, label, placed, dpi }: Scene): ReturnType<typeof readBack> {
  return readBack(zxing, plane, label, placed, dpi);
}

/** The symbol's bounds on the page. */
function onPage({ label, placed }: Scene): { x: number; y: number; width: number; height: number } {
  const { x, y, width, height } = placed.bounds;
  return { x: x + label.x, y: y + label.y, width, height };
}

describe.each([203, 300, 600])('at %i dpi', (dpi) => {
  describe.each(ROTATIONS)('rotated by %i', (rotation) => {
    test.each(CONTENTS)('%s %s reads back as its content', (symbology, content) => {
      const scene = createScene(symbology, content, dpi, rotation);
      expect(read(scene)).toMatchObject({ decoded: scene.placed.symbol.content, problem: null, grade: 'A' });
    });

    test.each(['code128', 'qr'] as const)('rejects a damaged %s', (symbology) => {
      const damages: ((scene: Scene) => void)[] = [
        // A line across all bars, and one along them.
        (scene) => inkRect(scene.plane, { ...onPage(scene), ...line(scene, 'y', 'height') }),
        (scene) => inkRect(scene.plane, { ...onPage(scene), ...line(scene, 'x', 'width') }),
        // A single wrong dot, which no reader would notice.
        (scene) => flip(scene),
        // A corner covered with white, as by a box drawn above it.
        (scene) => eraseRect(scene.plane, { ...onPage(scene), width: 20, height: 20 }),
        (scene) => eraseRect(scene.plane, onPage(scene)),
        (scene) => inkRect(scene.plane, onPage(scene)),
      ];
      for (const damage of damages) {
        const scene = createScene(symbology, 'DAMAGE 42', dpi, rotation);
        damage(scene);
        expect(read(scene).problem?.code).toMatch(/^symbol\.(notReadable|misread|covered)$/);
      }
    });
  });
});

/** Four modules wide, three from the edge: there is paper under it on any side. */
function line(scene: Scene, at: 'x' | 'y', size: 'width' | 'height'): object {
  const module = scene.placed.moduleDots;
  return { [at]: onPage(scene)[at] + 3 * module, [size]: 4 * module };
}

function flip(scene: Scene): void {
  const { x, y, width, height } = onPage(scene);
  flipDot(scene, x + (width >> 1), y + (height >> 1));
}

function flipDot(scene: Scene, x: number, y: number): void {
  const dot = { x, y, width: 1, height: 1 };
  const byte = (scene.plane.bits[dot.y * scene.plane.strideBytes + (dot.x >> 3)] ?? 0) >> (7 - (dot.x & 7));
  if ((byte & 1) === 0) eraseRect(scene.plane, dot);
  else inkRect(scene.plane, dot);
}

describe('readers', () => {
  test('are named: the dots, and zxing or our own reader; only those that found the content', () => {
    expect(read(createScene('code128', 'AB-12', 300, 0)).readers).toEqual(['dots', 'zxing']);
    expect(read(createScene('qr', 'AB-12', 300, 0)).readers).toEqual(['dots', 'zxing']);
    expect(read(createScene('msi', '1234', 300, 0)).readers).toEqual(['dots', 'own']);
    const scene = createScene('qr', 'AB-12', 300, 0);
    const { x, y } = onPage(scene);
    // The dot in the corner of a module does not keep zxing from reading it.
    flipDot(scene, x + 9 * scene.placed.moduleDots, y + 9 * scene.placed.moduleDots);
    expect(read(scene)).toMatchObject({ readers: ['zxing'], problem: { code: 'symbol.covered' } });
    const bare = createScene('qr', 'AB-12', 300, 0);
    eraseRect(bare.plane, onPage(bare));
    expect(read(bare)).toMatchObject({ readers: [], problem: { code: 'symbol.notReadable' } });
  });
});

describe('places', () => {
  test('another symbol at its position is a misread that names both', () => {
    const scene = createScene('ean13', '4006381333931', 300, 0);
    const other = createScene('ean13', '5901234123457', 300, 0);
    expect(readBack(zxing, other.plane, other.label, scene.placed, 300)).toMatchObject({
      decoded: '5901234123457',
      problem: { code: 'symbol.misread', params: { expected: '4006381333931', decoded: '5901234123457' } },
      grade: 'F',
    });
  });

  test('GS1 content in plain Code 128 is not GS1-128', () => {
    const scene = createScene('gs1-128', '(10)AB1', 300, 0);
    const plain = createScene('code128', '10AB1', 300, 0);
    const placed = { ...plain.placed, symbol: { ...plain.placed.symbol, symbology: 'gs1-128', content: '(10)AB1' } };
    expect(read(scene).problem).toBeNull();
    expect(readBack(zxing, plain.plane, plain.label, placed as PlacedSymbol, 300).problem?.code).toBe('symbol.misread');
  });

  test.each(ROTATIONS)('a symbol that extends beyond the label is rejected, rotated by %i', (rotation) => {
    for (const at of [
      { x: -20, y: 300 },
      { x: 300, y: -20 },
      { x: 900, y: 1290 },
      { x: 1290, y: 900 },
    ]) {
      expect(read(createScene('qr', 'EDGE', 300, rotation, at)).problem?.code).toBe('symbol.outsideLabel');
    }
  });

  test('the quiet zone may extend beyond the label by half; the missing part then lowers the grade', () => {
    const quietDots = createScene('qr', 'EDGE', 300, 0).placed.moduleDots * 4;
    for (const [x, grade] of [
      [Math.ceil(quietDots / 2), 'A'],
      [Math.ceil(quietDots / 2) - 1, 'B'],
      [Math.ceil(quietDots / 4), 'C'],
      [0, 'D'],
    ] as const) {
      const reading = read(createScene('qr', 'EDGE', 300, 0, { x, y: 300 }));
      expect(reading).toMatchObject({ problem: null, grade });
      expect(reading.notes.map((note) => note.measure)).toEqual(grade === 'A' ? [] : ['quietZone']);
    }
  });

  test.each(ROTATIONS)('ink in the quiet zone lowers the grade, outside it not; rotated by %i', (rotation) => {
    const first = createScene('ean13', '4006381333931', 300, rotation);
    const { left } = first.placed.symbol.quietModules as { left: number };
    const quiet = left * first.placed.moduleDots;
    for (const [distance, grade] of [
      [1, 'F'],
      [Math.ceil(quiet * 0.5), 'D'],
      [Math.ceil(quiet * 0.7), 'C'],
      [quiet, 'B'],
      [quiet + 1, 'A'],
    ] as const) {
      const scene = createScene('ean13', '4006381333931', 300, rotation);
      const { x, y, width, height } = onPage(scene);
      const dot =
        rotation === 0
          ? { x: x - distance, y }
          : rotation === 90
            ? { x, y: y - distance }
            : rotation === 180
              ? { x: x + width - 1 + distance, y }
              : { x, y: y + height - 1 + distance };
      inkRect(scene.plane, { ...dot, width: 1, height: 1 });
      expect(read(scene)).toMatchObject({ decoded: '4006381333931', problem: null, grade });
      expect(read(scene).measures?.quietZone).toBeCloseTo(Math.min(1, (distance - 1) / quiet), 5);
    }
  });

  test('ink of the neighbor label does not count', () => {
    const scene = createScene('qr', 'EDGE', 300, 0, { x: 30, y: 300 });
    inkRect(scene.plane, { x: 0, y: 0, width: scene.label.x, height: scene.plane.height });
    expect(read(scene)).toMatchObject({ problem: null, grade: 'A' });
  });
});
