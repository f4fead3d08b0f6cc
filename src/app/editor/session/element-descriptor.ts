import { createContext, useContext, type ComponentType, type Context } from 'react';
import type { TFunction } from 'i18next';
import type { ElementByType, ElementType, LabelElement } from '#model/elements/element.ts';
import type { AddOptions } from '#editor/commands/add.ts';
import type { IconShape } from '../widgets/icons.tsx';
import type { Chord } from './chords.ts';

/** What a new element may ask for before it is added. */
export interface NewElementHost {
  readonly t: TFunction<'editor'>;
  /** Lets the user choose an image file; null when none was chosen, or when it can't be used (the user is told why). */
  chooseImage(): Promise<NonNullable<AddOptions['image']> | null>;
  /** The same with an image of the cloud data. */
  chooseCloudImage(): Promise<NonNullable<AddOptions['image']> | null>;
}

/**
 * How the user meets a type of element. Its name is in `locales` under `type.<type>`; all that concerns the label itself
 * is in the model's definition of the type.
 */
export interface ElementDescriptor<E extends LabelElement> {
  /** For the palette and the head of the panel. */
  readonly icon: IconShape;
  /** The keys that arm one, to be drawn on the canvas. */
  readonly chords: readonly Chord[];
  /** A new one asks for its content before it has a place, so that it can't be drawn. */
  readonly asksFirst?: true;
  /** Calls `add`, at once or later, with the content of a new element; left out when a new one needs none. */
  start?(host: NewElementHost, add: (options: Pick<AddOptions, 'text' | 'image'>) => void): void;
  /** The same as `start`, with a content from the cloud; left out when none can come from there. */
  startFromCloud?(host: NewElementHost, add: (options: Pick<AddOptions, 'text' | 'image'>) => void): void;
  /** The panel for a single selected element. */
  readonly Panel: ComponentType<{ readonly element: E }>;
  /** What is measured of the single selected element. It changes its height by itself, so it is shown last. */
  readonly Measures?: ComponentType<{ readonly element: E }>;
}

/** One descriptor for each type: a missing one does not compile. */
export type ElementDescriptors = { readonly [K in ElementType]: ElementDescriptor<ElementByType[K]> };

export const ElementDescriptorsContext: Context<ElementDescriptors | null> = createContext<ElementDescriptors | null>(
  null,
);

/** Finds the descriptor of a type. That each type has the right one is known from the record, not to the compiler. */
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
