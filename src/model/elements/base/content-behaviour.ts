import type { Rect } from '#model/kernel/geometry.ts';
import type { DataSource } from './content.ts';
import type { ElementBase } from './element.ts';
import type { TextStyle } from './text-style.ts';

/** One text that an element takes from data sources. */
export interface ElementContent {
  readonly sources: readonly DataSource[];
  /** Which of the element's texts it is, where there are several: a cell's `row,column`. */
  readonly place?: string;
}

/** How a content looks while it is typed where it stands. */
export interface TypedContent {
  readonly style: TextStyle;
  /** In mm of the content box; null where it is all that the element paints. */
  readonly box: Rect | null;
}

/** What an element takes from data sources: nothing, one content, or as many as a table has cells. */
export interface ContentBehaviour<E extends ElementBase> {
  contents(element: E): readonly ElementContent[];
  /** The element with other sources for each of its contents, in their order. */
  withContents(element: E, contents: readonly (readonly DataSource[])[]): E;
  /** For a content, by its index, that can be typed on the canvas; null for one that cannot. */
  typedContent(element: E, content: number): TypedContent | null;
}

export function noContent<E extends ElementBase>(): ContentBehaviour<E> {
  return { contents: () => [], withContents: (element) => element, typedContent: () => null };
}

/** For an element that shows one value. */
export function oneContent<E extends ElementBase & ElementContent>(): ContentBehaviour<E> {
  return {
    contents: (element) => [element],
    withContents: (element, [first]) => (first === undefined ? element : { ...element, sources: first }),
    typedContent: () => null,
  };
}
