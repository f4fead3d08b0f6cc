import { componentsOf, type Component, type Components } from './components.ts';
import { grownBox, type Ink, type PixelBox } from './ink.ts';

/** Dirt, in pixels of the reduced plane. A full stop is no larger, so specks near a letter stay. */
const DOT = { area: 5, side: 4, nearMm: 1.4 };
/** Merged dots. A small letter is no larger, so blots in a group stay. */
const BLOT = { area: 14, side: 6, nearMm: 3 };
const CROWD = 4;

/** Erases isolated pieces that are too small to be printed. */
export function withoutSpecks(ink: Ink): Ink {
  const found = componentsOf(ink);
  return erased(erased(ink, found, isDot, DOT.nearMm), found, isBlot, BLOT.nearMm);
}

interface Neighbours {
  /** Pixels of pieces that are too large to be dirt. */
  readonly large: number;
  /** Small pieces, including this one. */
  readonly small: number;
}

function erased(ink: Ink, found: Components, isSmall: (component: Component) => boolean, nearMm: number): Ink {
  const small = found.list.map(isSmall);
  const tones = new Uint8Array(ink.bits.length);
  eachRun(found, ink.width, (owner, from, to) => {
    if (small[owner] === false) tones.fill(2, from, to);
  });
  for (const [i, { box }] of found.list.entries()) {
    if (small[i] === true && isInked(ink, box)) tones[box.top * ink.width + box.left] = 1;
  }
  const near = Math.round(nearMm * ink.dotsPerMm);
  const goes = found.list.map(({ box }, i) => {
    if (small[i] === false) return false;
    const { large, small: others } = neighboursIn(tones, ink.width, grownBox(box, near, ink));
    return large === 0 && others - 1 < CROWD;
  });
  const bits = ink.bits.slice();
  eachRun(found, ink.width, (owner, from, to) => {
    if (goes[owner] === true) bits.fill(0, from, to);
  });
  return { ...ink, bits };
}

function neighboursIn(tones: Uint8Array, width: number, { left, top, right, bottom }: PixelBox): Neighbours {
  let [large, small] = [0, 0];
  for (let y = top; y < bottom; y++) {
    for (let at = y * width + left; at < y * width + right; at++) {
      if (tones[at] === 2) large += 1;
      else if (tones[at] === 1) small += 1;
    }
  }
  return { large, small };
}

function isDot({ box, area }: Component): boolean {
  return area <= DOT.area && box.right - box.left <= DOT.side && box.bottom - box.top <= DOT.side;
}

function isBlot({ box, area }: Component): boolean {
  return area <= BLOT.area && box.right - box.left <= BLOT.side && box.bottom - box.top <= BLOT.side;
}

/** Whether the piece is still there. */
function isInked({ bits, width }: Ink, { left, top, right }: PixelBox): boolean {
  const at = bits.indexOf(1, top * width + left);
  return at >= 0 && at < top * width + right;
}

function eachRun(
  { runs, owners }: Components,
  width: number,
  visit: (owner: number, from: number, to: number) => void,
): void {
  for (let i = 0; i < owners.length; i++) {
    const base = (runs[i * 3] ?? 0) * width;
    visit(owners[i] ?? 0, base + (runs[i * 3 + 1] ?? 0), base + (runs[i * 3 + 2] ?? 0));
  }
}
