import type { ElementBase } from '../base/element.ts';

/**
 * An element of the file that this version cannot read: of a type that it does not know, or with a value that makes no
 * sense. All that the file says of it is in `unknown`; it can be moved, copied and deleted, but not printed.
 */
export interface UnknownElement extends ElementBase {
  readonly type: 'unknown';
  /** The file's `Type`. */
  readonly fileType: string;
  /** The attribute that could not be read; null where the type is not known. */
  readonly fault: { readonly field: string; readonly value: string } | null;
}
