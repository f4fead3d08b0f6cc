import { hasRowPictures } from '#model/elements/image/image-element.ts';
import type { Clock } from '#model/elements/base/content-behaviour.ts';
import { createElementValues, elementLookup } from '#model/data/element-values.ts';
import { createPictureIndex, type PictureIndex, type PictureSet } from '#model/data/pictures/picture-set.ts';
import { parsePictureValue } from '#model/data/pictures/picture-value.ts';
import type { DataRecord } from '#model/data/record.ts';
import type { Problem } from '#model/kernel/problem.ts';
import type { Template } from '#model/template/template.ts';
import { elementTexts } from './element-texts.ts';

/** A name for which there is no picture, or more than one. */
export interface MissingPicture {
  readonly problem: Problem;
  readonly name: string;
  /** The first row that names it. */
  readonly row: number;
  /** How many rows name it. */
  readonly rows: number;
}

export interface PictureFindings {
  /** How many different names the rows have. */
  readonly names: number;
  /** For how many of them there is a picture. */
  readonly found: number;
  /** The first of the others, in the order of their rows. */
  readonly missing: readonly MissingPicture[];
  /** Rows with no value where one is needed. */
  readonly emptyRows: number;
}

export const MAX_LISTED_PICTURES = 100;

/** Finds out which of the pictures that rows name are there, without reading any. */
export interface PictureCheck {
  add(records: readonly DataRecord[]): void;
  findings(): PictureFindings;
}

/** `set`: null when no pictures are open: then none of the names is found. */
export function createPictureCheck(template: Template, set: PictureSet | null, clock: Clock): PictureCheck {
  const elements = template.elements.filter(hasRowPictures);
  const lookup = elementLookup(template.elements);
  const index: PictureIndex = createPictureIndex(set ?? { entries: [] });
  /** The names, each with its missing picture; null for one that is there or is not listed. */
  const names = new Map<string, { problem: Problem; name: string; row: number; rows: number } | null>();
  let found = 0;
  let emptyRows = 0;

  function note(value: string, row: number): void {
    const known = names.get(value);
    if (known !== undefined) {
      if (known !== null) known.rows++;
      return;
    }
    const picture = index.find(value);
    if (picture.ok) found++;
    const listed = names.size - found < MAX_LISTED_PICTURES;
    names.set(value, picture.ok || !listed ? null : { problem: picture.error, name: value, row, rows: 1 });
  }

  return {
    add(records) {
      for (const record of records) {
        const values = createElementValues(lookup, record, clock);
        let isEmpty = false;
        for (const element of elements) {
          const texts = elementTexts(element, record, values);
          // A value that is not available is a problem of its own.
          if (texts.hidden || texts.problems.length > 0) continue;
          const value = parsePictureValue(texts.values[0] ?? '');
          if (!value.ok) continue;
          if (value.value.type === 'name') note(value.value.name, record.row);
          isEmpty ||= value.value.type === 'empty' && element.emptyAllowed !== true;
        }
        if (isEmpty) emptyRows++;
      }
    },
    findings: () => ({
      names: names.size,
      found,
      missing: [...names.values()].filter((each) => each !== null).map((each) => ({ ...each })),
      emptyRows,
    }),
  };
}
