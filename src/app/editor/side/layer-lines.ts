import type { ElementId } from '#model/kernel/ids.ts';
import type { DataSource } from '#model/elements/base/content.ts';
import { contentsOf, type ElementType, type LabelElement } from '#model/elements/element.ts';

/** Letters of a content that are shown and searched. */
const CONTENT_LETTERS = 80;

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

/** What an element says, as far as it is known without data: its texts, and the names of its columns in braces. */
export function contentText(element: LabelElement): string {
  let text = '';
  for (const { sources } of contentsOf(element)) {
    const piece = sources.map(sourceText).join('');
    if (piece.trim() !== '') text += text === '' ? piece : ` · ${piece}`;
    if (text.length >= CONTENT_LETTERS) break;
  }
  return text.replaceAll(/\s+/g, ' ').slice(0, CONTENT_LETTERS);
}

function sourceText(source: DataSource): string {
  switch (source.type) {
    case 'fixed':
      return source.text;
    case 'column':
      return `{${source.column}}`;
    case 'sequence':
      return source.initial;
    case 'expression':
      return source.formula;
    case 'reference':
    case 'unknown':
      return '';
  }
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
