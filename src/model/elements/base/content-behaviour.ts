import type { Rect } from '#model/kernel/geometry.ts';
import type { LocalTime } from '#model/kernel/local-time.ts';
import type { DataSource } from './content.ts';
import type { ElementBase } from './element.ts';
import type { TextCourse } from './text-course.ts';
import type { TextStyle } from './text-style.ts';
import type { Translations } from './translations.ts';

/** One text that an element takes from data sources. */
export interface ElementContent {
  readonly sources: readonly DataSource[];
  /** Which of the element's texts it is, if there are several: `row,column` for a table cell. */
  readonly place?: string;
  /** The user has said that it may be empty. */
  readonly optional?: true;
}

/** A fixed text of an element that is not one of its contents, such as a prefix. */
export interface OwnText {
  readonly field: string;
  readonly text: string;
  readonly translations?: Translations | undefined;
}

/** How a content is typed in place on the canvas. */
export interface TypedContent {
  readonly style: TextStyle & Partial<TextCourse>;
  /** The content's place, in mm of the content box; null when it is all that the element paints. */
  readonly box: Rect | null;
}

/** The contents that an element takes from data sources: none, one, or one for each table cell. */
export interface ContentBehaviour<E extends ElementBase> {
  contents(element: E): readonly ElementContent[];
  /** The element with other sources for each of its contents, in their order. */
  withContents(element: E, contents: readonly (readonly DataSource[])[]): E;
  /** How the content at this index is typed on the canvas; null if it can't be. */
  typedContent(element: E, content: number): TypedContent | null;
  /**
   * The text that other elements get which refer to this one: what its data say, without what only belongs to its look,
   * such as a prefix (docs/develop/adr/0046). `values` has the value of each of its contents. Types without a single text
   * do not have it.
   */
  value?(element: E, values: readonly string[], clock: Clock): string;
  /** The fixed texts around its contents. Types without any do not have it. */
  ownTexts?(element: E): readonly OwnText[];
  /** The element with other fixed texts around its contents, in the same order. */
  withOwnTexts?(element: E, texts: readonly OwnText[]): E;
}

/** The time that a label shows; reading it can be recorded. */
export interface Clock {
  readonly now: LocalTime;
}

export function noContent<E extends ElementBase>(): ContentBehaviour<E> {
  return { contents: () => [], withContents: (element) => element, typedContent: () => null };
}

/** The behavior of an element that shows one value. */
export function oneContent<E extends ElementBase & ElementContent>(): ContentBehaviour<E> {
  return {
    contents: (element) => [element],
    withContents: (element, [first]) => (first === undefined ? element : { ...element, sources: first }),
    typedContent: () => null,
    value: (_element, [value = '']) => value,
  };
}
