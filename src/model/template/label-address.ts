import { withSources, type LabelElement } from '#model/elements/element.ts';
import { retyped } from '#model/elements/base/content.ts';

/*
 * The address that opens a saved label, as codes have it: short, so that the code is small, and the same in every
 * language.
 */

/** The path of a label, before its id on the server. */
export const LABEL_PATH = '/t/';
/** The ids of saved labels: letters and digits, limited like on the server. */
const ID = /^[A-Za-z0-9]{1,64}$/;
const ADDRESS = /^https?:\/\/[^/?#\s]+\/t\/([A-Za-z0-9]{1,64})\/?$/i;

/** The address of a label. `origin` is that of the product, such as `https://labels.example.com`. */
export function labelAddress(origin: string, id: string): string {
  return `${origin}${LABEL_PATH}${id}`;
}

/**
 * The id of the label in a scanned or typed text: its address on any host, or the id alone. Null for any other text.
 * Nothing else of the address is used.
 */
export function labelIdIn(text: string): string | null {
  const typed = text.trim();
  return ADDRESS.exec(typed)?.[1] ?? (ID.test(typed) ? typed : null);
}

/**
 * The elements of the label with this id, with codes that name it and not the label they were copied from; with null,
 * of a label that has no id yet, in which such codes become plain text. The same objects if nothing changes.
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

/** The id of the label in an address; null for any other text. */
export function addressedId(text: string): string | null {
  return ADDRESS.exec(text)?.[1] ?? null;
}
