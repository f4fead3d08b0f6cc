import { hasRowPictures } from '#model/elements/image/image-element.ts';
import type { Clock } from '#model/elements/base/content-behaviour.ts';
import { createElementValues, elementLookup } from '#model/data/element-values.ts';
import { createPictureIndex, type PictureIndex, type PictureSet } from '#model/data/pictures/picture-set.ts';
import { addressFault } from '#model/data/pictures/address-pictures.ts';
import { isAddress, parsePictureValue } from '#model/data/pictures/picture-value.ts';
import type { DataRecord } from '#model/data/record.ts';
import { problem, type Problem } from '#model/kernel/problem.ts';
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
  /** How many different names the rows have, with addresses. */
  readonly names: number;
  /** How many of them are no addresses, and need a folder or zip file. */
  readonly files: number;
  /** For how many of them there is a picture. */
  readonly found: number;
  /** How many have addresses and have not been looked for. */
  readonly waiting: number;
  /** The first of the others, in the order of their rows. */
  readonly missing: readonly MissingPicture[];
  /** Rows with no value where one is needed. */
  readonly emptyRows: number;
}

export const MAX_LISTED_PICTURES = 100;

/** Finds out which of the pictures that rows name are there, without reading any of a folder or zip file. */
export interface PictureCheck {
  add(records: readonly DataRecord[]): void;
  /** The addresses among the names whose pictures have not been looked for, each once: call `note` with what was found. */
  takeAddresses(): readonly string[];
  /** `fault`: why there is no picture at the address; null for one that is there. */
  note(address: string, fault: Problem | null): void;
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
  let files = 0;
  let listed = 0;
  let addresses: string[] = [];
  const waiting = new Set<string>();

  function noteName(value: string, row: number): void {
    const known = names.get(value);
    if (known !== undefined) {
      if (known !== null) known.rows++;
      return;
    }
    if (isAddress(value)) {
      const fault = addressFault(value);
      // Listed until its picture is found, so that the list has the order of the rows.
      const missing = {
        problem: fault ?? problem('pictures.addressUnreachable', { address: value }),
        name: value,
        row,
        rows: 1,
      };
      names.set(value, missing);
      if (fault !== null) return;
      waiting.add(value);
      addresses.push(value);
      return;
    }
    files++;
    const picture = index.find(value);
    if (picture.ok) found++;
    else listed++;
    const isListed = !picture.ok && listed <= MAX_LISTED_PICTURES;
    names.set(value, isListed ? { problem: picture.error, name: value, row, rows: 1 } : null);
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
          if (value.value.type === 'name') noteName(value.value.name, record.row);
          if (value.value.type === 'address') noteName(value.value.address, record.row);
          isEmpty ||= value.value.type === 'empty' && element.emptyAllowed !== true;
        }
        if (isEmpty) emptyRows++;
      }
    },
    takeAddresses() {
      const taken = addresses;
      addresses = [];
      return taken;
    },
    note(address, fault) {
      const known = names.get(address);
      if (!waiting.delete(address) || known === undefined || known === null) return;
      if (fault === null) found++;
      names.set(address, fault === null ? null : { ...known, problem: fault });
    },
    findings: () => ({
      names: names.size,
      files,
      found,
      waiting: waiting.size,
      missing: [...names.values()]
        .filter((each) => each !== null && !waiting.has(each.name))
        .slice(0, MAX_LISTED_PICTURES)
        .map((each) => ({ ...(each as MissingPicture) })),
      emptyRows,
    }),
  };
}
