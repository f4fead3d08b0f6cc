import type { ElementId } from '#model/kernel/ids.ts';
import type { ElementType, LabelElement } from '#model/elements/element.ts';
import { contentText } from '../session/content-text.ts';

/** A line of the list of layers. A kind of its own for the head of a group would stand beside this one. */
export interface LayerLine {
  readonly type: 'element';
  readonly element: LabelElement;
  /** The element's index in the painting order. */
  readonly index: number;
}

/** The elements whose name, type or content has the text, the front one first. */
export function layerLines(
  elements: readonly LabelElement[],
  search: string,
  typeName: (type: ElementType) => string,
): readonly LayerLine[] {
  const lines = elements.map((element, index): LayerLine => ({ type: 'element', element, index })).toReversed();
  const wanted = search.trim().toLocaleLowerCase();
  if (wanted === '') return lines;
  return lines.filter(({ element }) =>
    [element.name, typeName(element.type), contentText(element)].some((text) =>
      text.toLocaleLowerCase().includes(wanted),
    ),
  );
}

/** Where what is dragged comes to stand: the index of the painting order that it stands below (see `moveInOrder`). */
export function dropIndex(lines: readonly LayerLine[], before: number): number {
  const above = lines[before];
  if (above !== undefined) return above.index + 1;
  return lines.at(-1)?.index ?? 0;
}

/** The gap between lines, 0 above the first, that is nearest to a place in the list. */
export function gapAt(yPx: number, linePx: number, count: number): number {
  return Math.min(count, Math.max(0, Math.round(yPx / linePx)));
}

/** Which elements are selected after a line was chosen: it alone, it as well or not any more, or all up to it. */
export function chosenLayers(
  lines: readonly LayerLine[],
  selection: readonly ElementId[],
  at: number,
  how: 'only' | 'toggle' | { readonly from: number },
): readonly ElementId[] {
  const id = lines[at]?.element.id;
  if (id === undefined) return selection;
  if (how === 'only') return [id];
  if (how === 'toggle') return selection.includes(id) ? selection.filter((each) => each !== id) : [...selection, id];
  const [first, last] = how.from < at ? [how.from, at] : [at, how.from];
  return lines.slice(first, last + 1).map(({ element }) => element.id);
}
