/** The fields of several things at once: null if they differ. */
export type Mixed<T> = { readonly [K in keyof T]: T[K] | null };

/** The value if all are equal; null if they differ, or if there is none. */
export function common<T>(values: readonly T[]): T | null {
  const [first] = values;
  return first !== undefined && values.every((value) => Object.is(value, first)) ? first : null;
}

/** The common values of all of them, for the fields of the first. */
export function mixedFields<T extends object>(things: readonly [T, ...T[]]): Mixed<T> {
  const keys = Object.keys(things[0]) as (keyof T)[];
  return Object.fromEntries(keys.map((key) => [key, common(things.map((thing) => thing[key]))])) as Mixed<T>;
}
