import { createContext, useContext, type ComponentType, type Context } from 'react';
import type { TFunction } from 'i18next';
import type { ElementByType, ElementType, LabelElement } from '#model/elements/element.ts';
import type { Figure } from '#model/elements/shapes/figure-element.ts';
import type { AddOptions } from '#editor/commands/add.ts';
import type { IconShape } from '../widgets/icons.tsx';
import type { Chord } from './chords.ts';

/** Services for the creation of a new element. */
export interface NewElementHost {
  readonly t: TFunction<'editor'>;
  /** Lets the user choose an image file; null if none was chosen, or if it can't be used (reported to the user). */
  chooseImage(): Promise<NonNullable<AddOptions['image']> | null>;
  /** The same with an image of the cloud data. */
  chooseCloudImage(): Promise<NonNullable<AddOptions['image']> | null>;
}

/** One form of a type that has several. */
export interface ElementVariant {
  /** The `variant` of a new element. */
  readonly value: string;
  readonly label: `figure.${Figure}`;
  readonly icon: IconShape;
}

/**
 * The user interface of an element type. Its name is in `locales` under `type.<type>`; everything about the label itself is
 * in the model's definition of the type.
 */
export interface ElementDescriptor<E extends LabelElement> {
  /** For the element toolbar and the head of the panel. */
  readonly icon: IconShape;
  /** The keys that arm the type for drawing on the canvas. */
  readonly chords: readonly Chord[];
  /** The forms that the command palette offers instead of the type; `label` is the key of the name. */
  readonly variants?: readonly ElementVariant[];
  /** A new one asks for its content before it has a place, so it can't be drawn. */
  readonly needsChoiceBeforePlacing?: true;
  /** Calls `add`, at once or later, with the content of a new element; left out if a new one needs none. */
  start?(host: NewElementHost, add: (options: Pick<AddOptions, 'text' | 'image'>) => void): void;
  /** The same as `start`, with a content from the cloud; left out if there is none. */
  startFromCloud?(host: NewElementHost, add: (options: Pick<AddOptions, 'text' | 'image'>) => void): void;
  /** The panel for a single selected element. */
  readonly Panel: ComponentType<{ readonly element: E }>;
  /** The measurements of the single selected element. Their height changes automatically, so they are shown last. */
  readonly Measures?: ComponentType<{ readonly element: E }>;
}

/** One descriptor for each type: a missing one does not compile. */
export type ElementDescriptors = { readonly [K in ElementType]: ElementDescriptor<ElementByType[K]> };

export const ElementDescriptorsContext: Context<ElementDescriptors | null> = createContext<ElementDescriptors | null>(
  null,
);

/** Finds the descriptor of a type. The record guarantees its type, which the compiler can't infer. */
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
