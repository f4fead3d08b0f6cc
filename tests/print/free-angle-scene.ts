import { dotBox, layoutSymbol } from '#model/elements/base/symbol-layout.ts';
import type { PlacedSymbol } from '#model/elements/base/layout.ts';
import { partsOfAngle } from '#model/elements/base/turn.ts';
import { expectOk } from '#model/kernel/result.ts';
import { dotsPerMm, mmToDots } from '#model/kernel/units.ts';
import { encodeSymbol } from '#model/symbology/encode.ts';
import { symbolHeightDots, symbolWidthDots } from '#model/symbology/geometry.ts';
import type { Symbology } from '#model/symbology/types.ts';
import { type BitPlane, createBitPlane } from '#render-worker/bits/bit-plane.ts';
import { putTurnedRects } from '#render-worker/bits/turned-rects.ts';
import { createTestElement } from '../support/create-elements.ts';

const LABEL_MM = 160;
const BARS_MM = 10;

export interface TurnedScene {
  readonly plane: BitPlane;
  readonly label: { x: number; y: number; width: number; height: number };
  readonly placed: PlacedSymbol;
  readonly dpi: number;
}

/** One symbol with modules of this many dots at a free angle, in the middle of a label that is at (13, 21) of its page. */
export function createTurnedScene(
  symbology: Symbology,
  content: string,
  dpi: number,
  moduleDots: number,
  degrees: number,
  mirror = false,
): TurnedScene {
  const symbol = expectOk(encodeSymbol(symbology, content, {}));
  const perMm = dotsPerMm(dpi);
  const widthMm = symbolWidthDots(symbol, moduleDots) / perMm;
  const heightMm = symbol.kind === 'matrix' ? symbolHeightDots(symbol, moduleDots) / perMm : BARS_MM;
  const { rotation, turnDegrees } = partsOfAngle(degrees);
  const [across, down] = rotation % 180 === 0 ? [widthMm, heightMm] : [heightMm, widthMm];
  const element = createTestElement('qrcode', {
    xMm: (LABEL_MM - across) / 2,
    yMm: (LABEL_MM - down) / 2,
    widthMm,
    heightMm,
    rotation,
    mirror,
    ...(turnDegrees === 0 ? {} : { turnDegrees }),
    freeAngle: true,
  });
  const box = dotBox(element, dpi);
  const { op, placed } = layoutSymbol(symbol, box, { topDots: 0, heightDots: box.heightDots, align: 'left' });
  const side = mmToDots(LABEL_MM, dpi);
  const label = { x: 13, y: 21, width: side, height: side };
  const plane = createBitPlane(side + 40, side + 40);
  const { a, b, c, d, e, f } = op.turn ?? { a: 1, b: 0, c: 0, d: 1, e: 0, f: 0 };
  putTurnedRects(plane, op.rects, { a, b, c, d, e: e + label.x, f: f + label.y }, 0, 'black');
  return { plane, label, placed, dpi };
}
