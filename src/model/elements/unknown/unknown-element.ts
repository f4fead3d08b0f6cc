import type { ElementBase } from '../base/element.ts';

/**
 * An element of the file that this version can't read, because its type is unknown or a value is invalid. `unknown`
 * holds everything in the file. It can be moved, copied and deleted, but not printed.
 */
export interface UnknownElement extends ElementBase {
  readonly type: 'unknown';
  /** The file's `Type`. */
  readonly fileType: string;
  /** The attribute that could not be read; null when the type is unknown. */
  readonly fault: { readonly field: string; readonly value: string } | null;
}
