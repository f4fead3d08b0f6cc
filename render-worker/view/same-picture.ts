import type { DisplayItem } from '#model/page/display-list.ts';

/**
 * True when both items leave the same ink, so that nothing needs repainting although the values are new. (Each second
 * lays out every clock again, most of them to the same digits.)
 */
export function samePicture(a: DisplayItem, b: DisplayItem): boolean {
  return a === b || (sameValue(a.transform, b.transform) && sameValue(a.ops, b.ops));
}

/** Compares plain data by content. */
function sameValue(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (ArrayBuffer.isView(a) || Array.isArray(a)) {
    return (ArrayBuffer.isView(b) || Array.isArray(b)) && sameList(a as ArrayLike<unknown>, b as ArrayLike<unknown>);
  }
  const one = a as Readonly<Record<string, unknown>>;
  const other = b as Readonly<Record<string, unknown>>;
  const keys = Object.keys(one);
  return keys.length === Object.keys(other).length && keys.every((key) => sameValue(one[key], other[key]));
}

function sameList(a: ArrayLike<unknown>, b: ArrayLike<unknown>): boolean {
  if (a.length !== b.length) return false;
  for (let i = 0; i < a.length; i++) if (!sameValue(a[i], b[i])) return false;
  return true;
}
