import { contentBox } from '#model/document/split/content-box.ts';
import { splitSheet } from '#model/document/split/split-sheet.ts';
import type { PagePlane } from '#protocol/document.ts';
import type { FoundBoxes } from './desk-document.ts';

/** Dots to the millimetre in which pages are looked at: about 100 to the inch. */
export const FINDER_PER_MM = 4;
/** Splits that are less sure than this are shown as a guess. */
const SURE = 0.5;

/** The content's box of a page; nothing on a blank one. */
export function foundContent(plane: PagePlane): FoundBoxes {
  const box = contentBox({ ...plane, dotsPerMm: plane.perMm });
  return { boxes: box === null ? [] : [{ rect: box, turn: 0 }], isGuess: false };
}

/** The labels of a carrier's sheet, in reading order. */
export function foundLabels(plane: PagePlane): FoundBoxes {
  const { labels, confidence } = splitSheet({ ...plane, dotsPerMm: plane.perMm });
  return {
    boxes: labels.map(({ boxMm, rotation }) => ({ rect: boxMm, turn: rotation })),
    isGuess: confidence < SURE,
  };
}
