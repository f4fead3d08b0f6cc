import type { AssetKey } from '#model/kernel/ids.ts';
import type { ElementContent } from './base/content-behaviour.ts';
import { withOperands, withReplacedOperands, type DataSource } from './base/content.ts';
import type { ElementBehaviour } from './base/definition.ts';
import type { LayoutOf } from './base/layout.ts';
import { possibleAssetKeys } from './base/unknown-parts.ts';
import { ELEMENT_DEFINITIONS, type ElementDefinitions } from './definitions.ts';

/** The name of an element type, as stored in elements. */
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

/** The definition of this type. The list pairs types with definitions, which the type system can't follow here. */
export function definitionOf(type: ElementType): ElementBehaviour<LabelElement> & {
  readonly layout?: LayoutOf<LabelElement>;
  readonly staysWhenMoved?: boolean;
} {
  return ELEMENT_DEFINITIONS[type] as unknown as ElementBehaviour<LabelElement>;
}

/** The contents that an element takes from data sources: none, one, or one for each table cell. */
export function contentsOf(element: LabelElement): readonly ElementContent[] {
  return definitionOf(element.type).contents(element);
}

/** The element with other sources for each of its contents, in the order of `contentsOf`. */
export function withContents(element: LabelElement, contents: readonly (readonly DataSource[])[]): LabelElement {
  return definitionOf(element.type).withContents(element, contents);
}

/** The use of a source: in an element's contents, or in its condition. */
export type SourceUse = 'content' | 'condition';

/**
 * The element with some of its sources replaced, including those in expressions and in its condition (see
 * `withReplacedOperands`); the same object when none is.
 */
export function withSources(
  element: LabelElement,
  replace: (source: DataSource, use: SourceUse) => DataSource,
): LabelElement {
  let isSame = true;
  const contents = contentsOf(element).map(({ sources }) =>
    sources.map((source) => {
      const own = replace(source, 'content');
      const next = own.type === 'expression' ? withReplacedOperands(own, (each) => replace(each, 'content')) : own;
      if (next !== source) isSame = false;
      return next;
    }),
  );
  const next = isSame ? element : withContents(element, contents);
  if (next.showWhen === undefined) return next;
  const showWhen = withReplacedOperands(next.showWhen, (each) => replace(each, 'condition'));
  return showWhen === next.showWhen ? next : { ...next, showWhen };
}

/** A run asks several times per label. */
const knownSources = new WeakMap<LabelElement, readonly DataSource[]>();

/** Every data source of an element: of all its contents, of their expressions, and of its condition. */
export function sourcesOf(element: LabelElement): readonly DataSource[] {
  let sources = knownSources.get(element);
  if (sources === undefined) knownSources.set(element, (sources = findSources(element)));
  return sources;
}

function findSources(element: LabelElement): readonly DataSource[] {
  const contents = contentsOf(element).flatMap(({ sources }) => sources.flatMap(withOperands));
  const { showWhen } = element;
  return showWhen === undefined ? contents : [...contents, ...showWhen.operands.map(({ source }) => source)];
}

/** The font families of an element's texts, each once. */
export function fontFamiliesOf(element: LabelElement): readonly string[] {
  return definitionOf(element.type).fontFamilies(element);
}

/** The images that an element shows. */
export function assetsOf(element: LabelElement): readonly AssetKey[] {
  return definitionOf(element.type).assets(element);
}

/** The images that an element shows, and all that its unknown parts may name. */
export function namedAssets(element: LabelElement): readonly AssetKey[] {
  return [...assetsOf(element), ...possibleAssetKeys(element.unknown)];
}

/** Whether other elements may show the value of this one. */
export function hasValue(element: LabelElement): boolean {
  return definitionOf(element.type).value !== undefined;
}
