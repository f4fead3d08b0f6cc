import type { RawNode } from '#model/elements/base/unknown-parts.ts';
import type { XmlElement } from './xml-writer.ts';

/** Converts kept XML so that it is written as it was read. */
export function rawElement({ name, attributes, children, text }: RawNode): XmlElement {
  if (children.length > 0) return { name, attributes, children: children.map(rawElement) };
  return text === '' ? { name, attributes } : { name, attributes, text };
}
