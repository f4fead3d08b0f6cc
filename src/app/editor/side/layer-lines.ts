import type { ElementId } from '#model/kernel/ids.ts';
import type { GroupPath } from '#model/elements/base/group-path.ts';
import type { ElementType, LabelElement } from '#model/elements/element.ts';
import { groupsAround, membersOf } from '#editor/groups.ts';
import { contentText } from '../session/content-text.ts';

/** A row of the list of layers. */
export type ElementRow = ElementLine | GroupRow;

export interface ElementLine {
  readonly type: 'element';
  readonly element: LabelElement;
  /** The element's index in the painting order. */
  readonly index: number;
  /** Nesting depth in groups. */
  readonly depth: number;
}

/** The head of a group, above its topmost element. */
export interface GroupRow {
  readonly type: 'group';
  readonly path: GroupPath;
  /** All of its elements, in painting order. */
  readonly elements: readonly LabelElement[];
  /** The indexes of its topmost and its lowest element in the painting order. */
  readonly index: number;
  readonly lowest: number;
  readonly depth: number;
  readonly isOpen: boolean;
}

/** Identifies a row while the list changes: an element's id contains no colon. */
export type LineKey = ElementId | `group:${GroupPath}`;

export function lineKey(line: ElementRow): LineKey {
  return line.type === 'element' ? line.element.id : `group:${line.path}`;
}

/** The elements of a row. */
export function lineIds(line: ElementRow): readonly ElementId[] {
  return line.type === 'element' ? [line.element.id] : line.elements.map(({ id }) => id);
}

/**
 * The elements whose name, type or content contains the text, the front one first. Without a search, each group has a head
 * above its elements, which are left out while it is collapsed.
 */
export function layerLines(
  elements: readonly LabelElement[],
  search: string,
  typeName: (type: ElementType) => string,
  closed: ReadonlySet<GroupPath> = new Set(),
): readonly ElementRow[] {
  const wanted = search.trim().toLocaleLowerCase();
  if (wanted === '') return groupedLines(elements, closed);
  return elements
    .map((element, index): ElementRow => ({ type: 'element', element, index, depth: 0 }))
    .toReversed()
    .filter(
      (line) =>
        line.type === 'element' &&
        [line.element.name, typeName(line.element.type), contentText(line.element)].some((text) =>
          text.toLocaleLowerCase().includes(wanted),
        ),
    );
}

function groupedLines(elements: readonly LabelElement[], closed: ReadonlySet<GroupPath>): readonly ElementRow[] {
  const lines: ElementRow[] = [];
  const headed = new Set<GroupPath>();
  for (let index = elements.length - 1; index >= 0; index--) {
    const element = elements[index];
    if (element === undefined) continue;
    const around = groupsAround(element.group);
    let isShown = true;
    for (const [depth, path] of around.entries()) {
      if (isShown && !headed.has(path)) {
        headed.add(path);
        const members = membersOf(elements, path);
        const lowest = elements.findIndex((each) => each === members[0]);
        lines.push({ type: 'group', path, elements: members, index, lowest, depth, isOpen: !closed.has(path) });
      }
      isShown &&= !closed.has(path);
    }
    if (isShown) lines.push({ type: 'element', element, index, depth: around.length });
  }
  return lines;
}

/** The target of a drag: the index in the painting order below which the elements are moved (see `moveInOrder`). */
export function dropIndex(lines: readonly ElementRow[], before: number): number {
  const above = lines[before];
  if (above !== undefined) return above.index + 1;
  const last = lines.at(-1);
  return last === undefined ? 0 : last.type === 'group' ? last.lowest : last.index;
}

/** The gap between rows, 0 above the first, that is nearest to a position in the list. */
export function gapAt(yPx: number, linePx: number, count: number): number {
  return Math.min(count, Math.max(0, Math.round(yPx / linePx)));
}

/** The selection after a row was chosen: only it, toggled, or extended up to it. */
export function chosenLayers(
  lines: readonly ElementRow[],
  selection: readonly ElementId[],
  at: number,
  how: 'only' | 'toggle' | { readonly from: number },
): readonly ElementId[] {
  const line = lines[at];
  if (line === undefined) return selection;
  const ids = lineIds(line);
  if (how === 'only') return ids;
  if (how === 'toggle') {
    const isChosen = ids.every((id) => selection.includes(id));
    const others = selection.filter((id) => !ids.includes(id));
    return isChosen ? others : [...others, ...ids];
  }
  const [first, last] = how.from < at ? [how.from, at] : [at, how.from];
  return [...new Set(lines.slice(first, last + 1).flatMap(lineIds))];
}
