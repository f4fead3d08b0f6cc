/** Closes a switch over a union: a forgotten case is a compile error, and a corrupt value throws here. */
export function assertNever(value: never): never {
  throw new Error(`unexpected value: ${JSON.stringify(value)}`);
}
