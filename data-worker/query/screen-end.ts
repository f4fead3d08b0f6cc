import { unitAt } from './text-collector.ts';
import { CLASS, type OrderedColumn } from './sort-values.ts';

/**
 * The last row of a screen, to which a million others are compared: almost all come after it, which this detects with
 * few comparisons.
 */
export interface ScreenEnd {
  moveTo(place: number): void;
  /** The first place from `from` up to `to` that may come before the end, for a full comparison; `to` if none may. */
  next(from: number, to: number): number;
}

/** `isOnly`: rows that are equal in this column stay in the order of the sheet, in which they are requested. */
export function createScreenEnd({ by, descending }: OrderedColumn, isOnly: boolean): ScreenEnd {
  const { classes, values, texts, sorted } = by;
  const { bytes, starts, ends } = texts;
  const { weights } = sorted.alphabet;
  const { hardPlaces } = sorted;
  const later = descending ? -1 : 1;
  let endClass = 0;
  let endValue = 0;
  /** The weights of the characters of the text at the end; unused when only the collator can compare it. */
  let endWeights = new Uint16Array(0);
  let isEndHard = false;

  /** Below 0, 0 or above 0 by the letters alone. */
  const compareLetters = (item: number): number => {
    const textEnd = ends[item] as number;
    let at = starts[item] as number;
    for (let i = 0; i < endWeights.length; i++) {
      if (at >= textEnd) return -1;
      const first = bytes[at] as number;
      let weight: number;
      if (first < 0x80) {
        weight = weights[first] as number;
        at++;
      } else {
        const unit = unitAt(bytes, at);
        weight = weights[unit >> 2] as number;
        at += 1 + (unit & 3);
      }
      const difference = weight - (endWeights[i] as number);
      if (difference !== 0) return difference;
    }
    return at < textEnd ? 1 : 0;
  };

  /** Whether it certainly comes after the end. */
  const isAfter = (place: number): boolean => {
    const kind = classes[place] as number;
    if (kind !== endClass) return kind === CLASS.empty || (endClass !== CLASS.empty && later * (kind - endClass) > 0);
    const value = values[place] as number;
    if (value === endValue) return isOnly;
    if (kind === CLASS.number) return later * (value - endValue) > 0;
    if (kind !== CLASS.text || isEndHard || hardPlaces[value] !== 0) return false;
    return later * compareLetters(value) > 0;
  };

  return {
    moveTo(place) {
      endClass = classes[place] as number;
      endValue = values[place] as number;
      if (endClass !== CLASS.text) return;
      isEndHard = hardPlaces[endValue] !== 0;
      if (isEndHard) return;
      const found: number[] = [];
      for (let at = starts[endValue] as number; at < (ends[endValue] as number);) {
        const unit = unitAt(bytes, at);
        found.push(weights[unit >> 2] as number);
        at += 1 + (unit & 3);
      }
      endWeights = Uint16Array.from(found);
    },
    next(from, to) {
      let place = from;
      while (place < to && isAfter(place)) place++;
      return place;
    },
  };
}
