import { createContext, useContext, type ComponentType, type Context } from 'react';
import type { TFunction } from 'i18next';
import type { ElementByType, ElementType, LabelElement } from '#model/elements/element.ts';
import type { AddOptions } from '#editor/commands/add.ts';
import type { IconShape } from '../widgets/icons.tsx';
import type { Chord } from './chords.ts';

/** What a new element may ask for before it is there. */
export interface NewElementHost {
  readonly t: TFunction<'editor'>;
  /** Lets the user choose an image file; null when none was chosen, or none that can be read, which the user is told. */
  chooseImage(): Promise<NonNullable<AddOptions['image']> | null>;
}

/**
 * A type of element as the user meets it. Its name stands in `locales` under `type.<type>`; what it does to the label is
 * the model's definition of the type.
 */
export interface ElementDescriptor<E extends LabelElement> {
  /** For the palette and the head of the panel. */
  readonly icon: IconShape;
  /** The keys that add one. */
  readonly chords: readonly Chord[];
  /** Gives the content that a new one starts with, at once or later; left out when a new one needs none. */
  start?(host: NewElementHost, add: (options: Pick<AddOptions, 'text' | 'image'>) => void): void;
  /** The fields of one that is selected alone. */
  readonly Panel: ComponentType<{ readonly element: E }>;
  /** What several of the type can be given at once, beside what all elements have. */
  readonly SeveralPanel?: ComponentType<{ readonly type: E['type']; readonly elements: readonly E[] }>;
}

/** One for each type: a forgotten one does not compile. */
export type ElementDescriptors = { readonly [K in ElementType]: ElementDescriptor<ElementByType[K]> };

export const ElementDescriptorsContext: Context<ElementDescriptors | null> = createContext<ElementDescriptors | null>(
  null,
);

/** The descriptor of any type; the record pairs them, which the type system cannot follow here. */
export function useElementDescriptors(): (type: ElementType) => ElementDescriptor<LabelElement> {
  const descriptors = useContext(ElementDescriptorsContext);
  if (descriptors === null) throw new Error('no editor is open here');
  return descriptorsByType(descriptors);
}

const lookUps = new WeakMap<ElementDescriptors, (type: ElementType) => ElementDescriptor<LabelElement>>();

/** The same function for the same record, so that it may be a hook's dependency. */
function descriptorsByType(descriptors: ElementDescriptors): (type: ElementType) => ElementDescriptor<LabelElement> {
  const known = lookUps.get(descriptors);
  if (known !== undefined) return known;
  const lookUp = (type: ElementType): ElementDescriptor<LabelElement> =>
    descriptors[type] as unknown as ElementDescriptor<LabelElement>;
  lookUps.set(descriptors, lookUp);
  return lookUp;
}
