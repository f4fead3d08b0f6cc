/** Ends a switch over a union: a forgotten case doesn't compile, and an impossible value throws here. */
export function assertNever(value: never): never {
  throw new Error(`unexpected value: ${JSON.stringify(value)}`);
}
