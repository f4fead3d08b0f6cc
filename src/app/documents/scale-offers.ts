import type { Rect, Size } from '#model/kernel/geometry.ts';
import { type PagePlacement, HORIZONTAL_PLACES, VERTICAL_PLACES } from '#model/document/document-look.ts';
import type { FoundSymbol } from '#model/document/symbol-in-picture.ts';
import { placePage } from '#model/document/place-page.ts';
import { withinLimits, type SizeChoice } from './session/label-size.ts';

/** A scale at which the codes of a label have the document's size or whole dots. */
export interface ScaleOffer {
  /** 1 is 100 %. */
  readonly scale: number;
  /** The settings for it; null if the codes don't fit on the label at this scale. */
  readonly choice: { readonly placement: PagePlacement; readonly size: SizeChoice } | null;
  /** Something on the page, but no code, extends beyond the label. */
  readonly isCut: boolean;
}

/** The current print settings of a label. */
export interface PrintedNow {
  /** The size of the upright part of the page, in millimeters. */
  readonly part: Size;
  readonly label: Size;
  readonly choice: SizeChoice;
  readonly placement: PagePlacement;
}

/** Scales closer than this are equal: a thousandth is invisible. */
const STEPS = 1000;

/**
 * The scales that the codes of a label need, smaller ones first. A label of its part's size grows with it; on a label with
 * its own size the part moves to where all codes are complete, preferably in its current placement.
 */
export function scaleOffers(found: readonly FoundSymbol[], now: PrintedNow): readonly ScaleOffer[] {
  const scales = new Map(found.flatMap(({ offers }) => offers.map((scale) => [Math.round(scale * STEPS), scale])));
  return [...scales.values()].toSorted((a, b) => a - b).map((scale) => offerOf(scale, found, now));
}

function offerOf(scale: number, found: readonly FoundSymbol[], now: PrintedNow): ScaleOffer {
  const { part, placement } = now;
  const { left, top, right, bottom } = placement.marginsMm;
  const size: SizeChoice = now.choice.type === 'own' ? now.choice : grown();
  const label = size.type === 'own' ? { width: size.widthMm, height: size.heightMm } : now.label;
  function grown(): SizeChoice {
    const { width, height } = withinLimits({
      width: part.width * scale + left + right,
      height: part.height * scale + top + bottom,
    });
    return { type: 'own', widthMm: width, heightMm: height };
  }
  const before = placePage({ x: 0, y: 0, ...part }, 0, placement, now.label);
  const [best] = placements({ ...placement, fit: 'actual', scale })
    .map((one) => {
      const { area, content } = placePage({ x: 0, y: 0, ...part }, 0, one, label);
      const by = scale / before.scale;
      const codes = found.map(({ boundsMm: { x, y, width, height } }) => ({
        x: content.x + (x - before.content.x) * by,
        y: content.y + (y - before.content.y) * by,
        width: width * by,
        height: height * by,
      }));
      return {
        placement: one,
        room: Math.min(...codes.map((code) => roomAround(code, area))),
        cut: roomAround(content, area),
      };
    })
    .toSorted((a, b) => roomOf(b.room) - roomOf(a.room));
  return best === undefined || best.room < 0
    ? { scale, choice: null, isCut: false }
    : { scale, choice: { placement: best.placement, size }, isCut: best.cut < -TOLERANCE_MM };
}

/** Tolerance: a label has whole dots and hundredths of a millimeter. */
const TOLERANCE_MM = 0.1;
/** Enough paper around a code: more makes no placement better. */
const ENOUGH_MM = 1;

function roomOf(mm: number): number {
  return Math.min(ENOUGH_MM, mm);
}

/** The current placement, then all others. */
function placements(placement: PagePlacement): readonly PagePlacement[] {
  const others = VERTICAL_PLACES.flatMap((vertical) =>
    HORIZONTAL_PLACES.map((horizontal) => ({ ...placement, vertical, horizontal })),
  );
  return [placement, ...others];
}

/**
 * The least distance between the edges of a rectangle and those of the area around it; negative if it extends beyond the
 * area.
 */
function roomAround({ x, y, width, height }: Rect, area: Rect): number {
  return Math.min(x - area.x, y - area.y, area.x + area.width - x - width, area.y + area.height - y - height);
}
