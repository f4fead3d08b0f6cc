import type { RawNode } from '#model/elements/base/unknown-parts.ts';
import type { XmlElement } from './xml-writer.ts';

/** Kept XML, to be written back as it was read. */
export function rawElement({ name, attributes, children, text }: RawNode): XmlElement {
  if (children.length > 0) return { name, attributes, children: children.map(rawElement) };
  return text === '' ? { name, attributes } : { name, attributes, text };
}
