import type { ElementBase } from '../base/element.ts';

/**
 * An element of the file that this version cannot read, because its type is not known or a value makes no sense.
 * `unknown` holds all that the file says of it. It can be moved, copied and deleted, but not printed.
 */
export interface UnknownElement extends ElementBase {
  readonly type: 'unknown';
  /** The file's `Type`. */
  readonly fileType: string;
  /** The attribute that could not be read; null when the type is not known. */
  readonly fault: { readonly field: string; readonly value: string } | null;
}
