import type { Random } from '#model/kernel/ids.ts';
import { createCounterId } from '#model/kernel/ids.ts';

/**
 * The groups that an element is in: ids of 8 letters and digits from the outermost to the innermost, joined by `/`. A
 * group is the elements whose paths begin with its own path; it has no other being (docs/develop/adr/0104).
 */
export type GroupPath = string;

/** The deepest nesting of groups: more than users need, and little enough for recursion. */
export const MAX_GROUP_DEPTH = 32;

const PATH = /^[A-Za-z0-9]{8}(\/[A-Za-z0-9]{8})*$/;

/** Whether a file's text is the path of a group: ids without duplicates, at most `MAX_GROUP_DEPTH` of them. */
export function isGroupPath(text: string): boolean {
  if (text.length > 9 * MAX_GROUP_DEPTH || !PATH.test(text)) return false;
  const ids = text.split('/');
  return new Set(ids).size === ids.length;
}

/** An id for a new group. With 62^8 of them, duplicates don't occur. */
export function createGroupId(random: Random): string {
  return createCounterId(random);
}

/** The ids of a path; none for an element outside groups. */
export function groupIds(path: GroupPath | undefined): readonly string[] {
  return path === undefined || path === '' ? [] : path.split('/');
}
