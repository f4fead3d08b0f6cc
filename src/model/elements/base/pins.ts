import type { Size } from '#model/kernel/geometry.ts';
import type { LabelSize } from './layout.ts';
import { codeOf, type FieldReader } from './fields.ts';

/**
 * How an element follows the label on one axis when the label's size changes: it keeps its distance to the left or top
 * edge (`start`), to the right or bottom edge (`end`), to the center, or to both edges, which stretches it.
 */
export const PINS = ['start', 'end', 'center', 'stretch'] as const;
export type Pin = (typeof PINS)[number];

export interface Pins {
  readonly x: Pin;
  readonly y: Pin;
  /** Stretching changes width and height in proportion. Types with a fixed proportion always keep it. */
  readonly keepsProportion: boolean;
}

/** The pins of an element without any: it stays where it is. */
export const UNPINNED: Pins = { x: 'start', y: 'start', keepsProportion: false };

/**
 * What happens to the elements when the label's size changes: they follow their pins, are scaled together, or stay where
 * they are.
 */
export const CONTENT_MODES = ['pins', 'scale', 'stay'] as const;
export type ContentMode = (typeof CONTENT_MODES)[number];

/** The fields with which every element type follows its label's size. Left out by elements that don't. */
export interface FollowingLabel {
  readonly pins?: Pins | undefined;
  /** The element is left out of labels that are narrower or lower, in mm; 0 for a side that doesn't matter. */
  readonly hideBelow?: Size | undefined;
}

/** Whether the label is too small for the element, so that it is left out. */
export function isTooSmallFor({ hideBelow }: FollowingLabel, { widthMm, heightMm }: LabelSize): boolean {
  return hideBelow !== undefined && (widthMm < hideBelow.width || heightMm < hideBelow.height);
}

const PIN_CODES = { Start: 'start', End: 'end', Center: 'center', Stretch: 'stretch' } as const;
/** Longer than the longest label. */
const MAX_LIMIT_MM = 10_000;

/** Reads the attributes of our own with which an element follows its label (docs/develop/adr/0157). */
export function readFollowing(fields: FieldReader): FollowingLabel {
  const pins: Pins = {
    x: fields.code('PinX', PIN_CODES, UNPINNED.x),
    y: fields.code('PinY', PIN_CODES, UNPINNED.y),
    keepsProportion: fields.flag('PinProportion', UNPINNED.keepsProportion),
  };
  const limit = (name: string): number => fields.number(name, 0, 0, MAX_LIMIT_MM);
  return following(pins, { width: limit('HideBelowWidth'), height: limit('HideBelowHeight') });
}

/** The fields without those that say nothing. */
export function following(pins: Pins, hideBelow: Size): FollowingLabel {
  const isPinned = pins.x !== UNPINNED.x || pins.y !== UNPINNED.y || pins.keepsProportion;
  return {
    ...(isPinned ? { pins } : {}),
    ...(hideBelow.width > 0 || hideBelow.height > 0 ? { hideBelow } : {}),
  };
}

/** Older programs ignore the attributes. */
export function writeFollowing({
  pins,
  hideBelow,
}: FollowingLabel): Readonly<Record<string, string | number | boolean>> {
  return {
    ...(pins === undefined
      ? {}
      : { PinX: codeOf(PIN_CODES, pins.x), PinY: codeOf(PIN_CODES, pins.y), PinProportion: pins.keepsProportion }),
    ...(hideBelow === undefined ? {} : { HideBelowWidth: hideBelow.width, HideBelowHeight: hideBelow.height }),
  };
}
