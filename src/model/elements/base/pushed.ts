import type { FieldReader } from './fields.ts';

/** The field with which an element makes room for the texts above it. */
export interface Pushable {
  /** The element moves down by as much as texts above it grow (see `pushed-elements.ts`). Left out by elements that stay. */
  readonly pushed?: true | undefined;
}

const PUSHED = 'PushedDown';

export function readPushed(fields: FieldReader): Pushable {
  return fields.flag(PUSHED, false) ? { pushed: true } : {};
}

/** Older programs ignore the attribute: the file has the places of texts that don't grow. */
export function writePushed({ pushed }: Pushable): Readonly<Record<string, boolean>> {
  return pushed === true ? { [PUSHED]: true } : {};
}
