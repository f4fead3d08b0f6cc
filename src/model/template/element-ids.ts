import { isElementId, type ElementId } from '#model/kernel/ids.ts';
import type { RawNode } from '#model/elements/base/unknown-parts.ts';
import type { ReplacedId } from './template.ts';

/** Digits are characters of an `ElementId`, and there are enough of them for every element of a file. */
const ID_LENGTH = 8;

/** The ids of a file's elements. */
export interface FileIds {
  readonly ids: readonly ElementId[];
  readonly replaced: readonly ReplacedId[];
  /** The element for an `Id` of the file: the first that has it. */
  readonly named: ReadonlyMap<string, ElementId>;
}

/**
 * The `Id` of each element of a file. A missing, invalid or duplicate one is replaced by an unused one. The result is
 * the same every time a file is read.
 */
export function elementIds(objects: readonly RawNode[]): FileIds {
  const wanted = new Set(objects.map(({ attributes }) => attributes['Id'] ?? ''));
  const used = new Set<string>();
  const replaced: ReplacedId[] = [];
  let last = 0;
  const ids = objects.map(({ attributes }): ElementId => {
    const { Id: id = '', Name: elementName = '' } = attributes;
    if (isElementId(id) && !used.has(id)) {
      used.add(id);
      return id;
    }
    let free: string;
    do free = String(++last).padStart(ID_LENGTH, '0');
    while (wanted.has(free));
    replaced.push({ id, elementName });
    return free as ElementId;
  });
  const named = new Map<string, ElementId>();
  for (const [i, id] of ids.entries()) {
    const inFile = objects[i]?.attributes['Id'] ?? '';
    if (!named.has(inFile)) named.set(inFile, id);
  }
  return { ids, replaced, named };
}
