import { withSources, type LabelElement } from '#model/elements/element.ts';
import { retyped } from '#model/elements/base/content.ts';

/*
 * The address that opens a saved label, as codes have it: short, so that the code is small, and the same in every language.
 */

/** The way to a label, before its id on the server. */
export const LABEL_PATH = '/t/';
/** The ids of saved labels: letters and digits, no more of them than the server takes. */
const ID = /^[A-Za-z0-9]{1,64}$/;
const ADDRESS = /^https?:\/\/[^/?#\s]+\/t\/([A-Za-z0-9]{1,64})\/?$/i;

/** `origin` is that of the product, such as `https://labels.example.com`. */
export function labelAddress(origin: string, id: string): string {
  return `${origin}${LABEL_PATH}${id}`;
}

/**
 * The id of the label that a scanned or typed text names: its address, wherever the product is reached, or the id alone.
 * Null for any other text. Nothing else of the address is ever used.
 */
export function labelIdIn(text: string): string | null {
  const typed = text.trim();
  return ADDRESS.exec(typed)?.[1] ?? (ID.test(typed) ? typed : null);
}

/**
 * The elements of the label with this id, whose codes name it and not the one that they were copied from; with null, of a
 * label that has no id yet, where what such codes name stays as a text. The same objects where nothing changes.
 */
export function withOwnAddress(
  elements: readonly LabelElement[],
  origin: string,
  id: string | null,
): readonly LabelElement[] {
  let isSame = true;
  const own = elements.map((element) => {
    const next = withSources(element, (source) => {
      if (source.type !== 'fixed' || source.opensLabel !== true) return source;
      if (id === null) return retyped(source, source.text);
      return addressedId(source.text) === id ? source : { ...source, text: labelAddress(origin, id) };
    });
    if (next !== element) isSame = false;
    return next;
  });
  return isSame ? elements : own;
}

/** The label that an address names; null for a text that is none. */
export function addressedId(text: string): string | null {
  return ADDRESS.exec(text)?.[1] ?? null;
}
