import type { AssetKey } from '#model/kernel/ids.ts';
import type { ElementContent } from './base/content-behaviour.ts';
import type { DataSource } from './base/content.ts';
import type { ElementBehaviour } from './base/definition.ts';
import type { LayoutOf } from './base/layout.ts';
import { ELEMENT_DEFINITIONS, type ElementDefinitions } from './definitions.ts';

/** The name of an element type, as elements carry it. */
export type ElementType = keyof ElementDefinitions;

export type ElementByType = { readonly [K in ElementType]: ReturnType<ElementDefinitions[K]['create']> };

/** Any element of a label. */
export type LabelElement = ElementByType[ElementType];

/** A type that users can add. */
export type NewElementType = {
  [K in ElementType]: ElementDefinitions[K] extends { readonly onlyRead: true } ? never : K;
}[ElementType];

/** Every type that users can add, in the order of the palette. */
export const ELEMENT_TYPES: readonly NewElementType[] = Object.entries(ELEMENT_DEFINITIONS)
  .filter(([, definition]) => !('onlyRead' in definition))
  .map(([type]) => type as NewElementType);

/** The definition of this type. The list pairs types with definitions, which the type system cannot follow here. */
export function definitionOf(
  type: ElementType,
): ElementBehaviour<LabelElement> & { readonly layout?: LayoutOf<LabelElement> } {
  return ELEMENT_DEFINITIONS[type] as unknown as ElementBehaviour<LabelElement>;
}

/** What an element takes from data sources: nothing, one content, or one for each table cell. */
export function contentsOf(element: LabelElement): readonly ElementContent[] {
  return definitionOf(element.type).contents(element);
}

/** The element with other sources for each of its contents, in the order of `contentsOf`. */
export function withContents(element: LabelElement, contents: readonly (readonly DataSource[])[]): LabelElement {
  return definitionOf(element.type).withContents(element, contents);
}

/** Every data source of an element, whichever of its contents it belongs to. */
export function sourcesOf(element: LabelElement): readonly DataSource[] {
  return contentsOf(element).flatMap((content) => content.sources);
}

/** The font families of an element's texts, each once. */
export function fontFamiliesOf(element: LabelElement): readonly string[] {
  return definitionOf(element.type).fontFamilies(element);
}

/** The images that an element shows. */
export function assetsOf(element: LabelElement): readonly AssetKey[] {
  return definitionOf(element.type).assets(element);
}
