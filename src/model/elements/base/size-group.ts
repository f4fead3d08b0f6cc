import type { FieldReader } from './fields.ts';
import { changesSize, type TextStyle } from './text-style.ts';

/**
 * The size group of a text that fits its box: all texts of a label with the same name have the smallest size that one
 * of them needs.
 */
export interface GroupedText {
  /** Empty for a text in no group. */
  readonly sizeGroup: string;
}

export const NO_SIZE_GROUP: GroupedText = { sizeGroup: '' };

/** The names that the panel offers; a file may have others. */
export const SIZE_GROUPS = ['A', 'B', 'C', 'D', 'E', 'F'] as const;

/** The group that sets an element's size, and null for one without. Other ways to fit a box keep the size. */
export function activeSizeGroup(element: object): string | null {
  if (!('sizeGroup' in element)) return null;
  const { sizeGroup, fit } = element as GroupedText & TextStyle;
  return sizeGroup === '' || !changesSize(fit) ? null : sizeGroup;
}

export function readSizeGroup(fields: FieldReader): GroupedText {
  return { sizeGroup: fields.text('TextSizeGroup', '') };
}

/** Older programs ignore the attribute. */
export function writeSizeGroup({ sizeGroup }: GroupedText): Readonly<Record<string, string>> {
  return sizeGroup === '' ? {} : { TextSizeGroup: sizeGroup };
}
