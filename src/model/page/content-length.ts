import { elementBox } from '#model/elements/base/box.ts';
import { fitsBox } from '#model/elements/base/text-style.ts';
import { outerBox } from '#model/elements/base/turned-box.ts';
import { areaWithQuietZone } from '#model/elements/base/symbol-margins.ts';
import { moved } from '#model/elements/base/footprint.ts';
import { definitionOf, type LabelElement } from '#model/elements/element.ts';
import { pinned } from '#model/elements/pinned.ts';
import { assertNever } from '#model/kernel/assert-never.ts';
import type { ElementId } from '#model/kernel/ids.ts';
import { dotsToMm, roundMm, type Mm } from '#model/kernel/units.ts';
import type { LabelSettings, LengthByContent } from '#model/template/template.ts';
import type { ComposedElement, DisplayItem } from './display-list.ts';
import { elementsBelow } from './pushed-elements.ts';

const MICROMETERS = 1000;
/** A part of a step or micrometer that is lost to floating point, and makes no label longer. */
const NOISE = 1e-4;

/** An element of a label, composed as drawn or at the place to which it was moved. */
export interface Placed {
  readonly element: LabelElement;
  readonly composed: ComposedElement;
  /** By how much it is below the place of the template. */
  readonly movedMm: Mm;
}

/** The length of a label with its record, and the elements that follow it. */
export interface FollowedLength {
  readonly lengthMm: Mm;
  /** How far elements move down that keep their distance to the end or the middle; negative for a shorter label. */
  readonly moves: ReadonlyMap<ElementId, Mm>;
  /** The elements that keep their distance to both ends, at their new size. */
  readonly stretched: ReadonlyMap<ElementId, LabelElement>;
}

/** How far the ink of an item extends below this height of the label, in mm; 0 for one that is above. */
export type InkBelow = (item: DisplayItem, yMm: Mm) => Mm;

/**
 * Whether the element's place depends on the length of the label, and so doesn't contribute to it like content. A text
 * whose height follows from its lines can't be stretched: it is content.
 */
export function followsLength(element: LabelElement): boolean {
  const pin = element.pins?.y;
  if (pin !== 'stretch') return pin === 'end' || pin === 'center';
  return !('fit' in element) || (fitsBox(element) && element.fit !== 'grow');
}

/**
 * The length that the elements need: the lowest painted edge and the margin, in whole steps above the minimum, and at
 * most the maximum. Elements that follow the length need room for themselves, and don't come nearer to what is above
 * them than drawn or than the margin.
 */
export function followedLength(
  label: LabelSettings,
  rule: LengthByContent,
  all: readonly Placed[],
  dpi: number,
  inkBelow: InkBelow = () => 0,
): FollowedLength {
  const painted = all.filter(({ composed }) => !composed.hidden && composed.item.ops.length > 0);
  const content = painted.filter(({ element }) => !followsLength(element));
  const followers = painted.filter(({ element }) => followsLength(element));
  let neededMm = 0;
  if (content.length > 0) {
    const lowestMm = content.reduce((most, { composed }) => Math.max(most, bottomOf(composed, dpi)), 0);
    const below = content.reduce((most, { composed }) => Math.max(most, inkBelow(composed.item, lowestMm)), 0);
    neededMm = lowestMm + below + rule.marginMm;
  }
  if (followers.length > 0) neededMm = Math.max(neededMm, neededByFollowers(label, rule, followers, content, dpi));
  const lengthMm = steppedLength(neededMm, rule);
  return { lengthMm, ...placesAt(lengthMm, label, all) };
}

function steppedLength(neededMm: Mm, { minMm, maxMm, stepMm }: LengthByContent): Mm {
  const steps = Math.max(0, Math.ceil((neededMm - minMm) / stepMm - NOISE));
  return Math.min(maxMm, roundMm(minMm + steps * stepMm));
}

/** The lower end of what the element paints, and of its symbols' quiet zones. */
function bottomOf({ item, symbols }: ComposedElement, dpi: number): Mm {
  const { y, height } = item.bounds;
  return symbols.reduce((most, symbol) => {
    const area = areaWithQuietZone(symbol);
    return Math.max(most, dotsToMm(area.y + area.height, dpi));
  }, y + height);
}

function neededByFollowers(
  label: LabelSettings,
  { marginMm }: LengthByContent,
  followers: readonly Placed[],
  content: readonly Placed[],
  dpi: number,
): Mm {
  const height = label.heightMm;
  const needs = new Map<ElementId, { readonly topMm: Mm; readonly growthMm: Mm }>();
  let mostMm = 0;
  for (const follower of followers) {
    const { element, composed, movedMm } = follower;
    const growthMm = growthOf(follower);
    const pin = element.pins?.y ?? 'start';
    // The box of what is on whole dots: its painted edges depend on its place.
    const isOnDots = definitionOf(element.type).staysWhenMoved !== true;
    const box = isOnDots ? outerBox(moved(element, 0, movedMm)) : composed.item.bounds;
    const topMm = roundMm(box.y - movedMm);
    const bottomMm = roundMm(topMm + box.height - growthMm);
    switch (pin) {
      case 'start':
        break;
      case 'end':
        needs.set(element.id, { topMm, growthMm });
        mostMm = Math.max(mostMm, height + growthMm - Math.max(0, topMm));
        break;
      case 'center': {
        const freeMm = Math.min(marginMm, Math.max(0, height - bottomMm));
        const fromTop = height + growthMm - 2 * Math.max(0, topMm);
        mostMm = Math.max(mostMm, fromTop, 2 * (bottomMm + freeMm) + growthMm - height);
        break;
      }
      case 'stretch':
        mostMm = Math.max(mostMm, height - elementBox(element).height);
        break;
      default:
        return assertNever(pin);
    }
  }
  const atEnd = followers.map(({ element }) => element).filter(({ id }) => needs.has(id));
  if (atEnd.length === 0) return mostMm;
  for (const { element, composed } of content) {
    const { y, height: drawnMm } = outerBox(element);
    for (const { id } of elementsBelow(element, atEnd, label.widthMm)) {
      const of = needs.get(id);
      if (of === undefined) continue;
      const gapMm = Math.min(marginMm, Math.max(0, of.topMm - y - drawnMm));
      mostMm = Math.max(mostMm, bottomOf(composed, dpi) + gapMm + height - of.topMm + of.growthMm);
    }
  }
  return mostMm;
}

/** By how much a text reaches below its box as drawn, rounded up to whole micrometers: at the label's end it grows upward. */
function growthOf({ element, composed, movedMm }: Placed): Mm {
  if (!('fit' in element) || composed.hidden || composed.placeholder) return 0;
  const { y, height } = composed.item.bounds;
  const box = outerBox(element);
  return Math.max(0, Math.ceil((y - movedMm + height - box.y - box.height) * MICROMETERS - NOISE)) / MICROMETERS;
}

function placesAt(
  lengthMm: Mm,
  { widthMm, heightMm }: LabelSettings,
  all: readonly Placed[],
): Pick<FollowedLength, 'moves' | 'stretched'> {
  const moves = new Map<ElementId, Mm>();
  const stretched = new Map<ElementId, LabelElement>();
  for (const placed of all) {
    const { element } = placed;
    if (!followsLength(element)) continue;
    if (element.pins?.y === 'stretch') {
      const size = { width: widthMm, height: heightMm };
      if (lengthMm !== heightMm) stretched.set(element.id, pinned(element, size, { ...size, height: lengthMm }));
      continue;
    }
    const moreMm = lengthMm - heightMm - growthOf(placed);
    const moveMm = roundMm(element.pins?.y === 'center' ? moreMm / 2 : moreMm);
    if (moveMm !== 0) moves.set(element.id, moveMm);
  }
  return { moves, stretched };
}
