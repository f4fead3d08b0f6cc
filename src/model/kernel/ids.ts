declare const brand: unique symbol;

/** A string type that only one function creates, so that no other string is used by mistake. */
export type Branded<Name extends string> = string & { readonly [brand]: Name };

/** Identifies an element inside its template: 8 characters (specification 2, section 3). */
export type ElementId = Branded<'ElementId'>;

/** Identifies an asset by its content: the lower-case hexadecimal SHA-256 of its bytes. */
export type AssetKey = Branded<'AssetKey'>;

/** Identifies the counter of a sequence inside its template; 8 letters and digits. */
export type CounterId = Branded<'CounterId'>;

/** A source of randomness: a number in [0, 1), like `Math.random`. Injected so that tests can repeat it. */
export type Random = () => number;

const ID_CHARACTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
const ID_LENGTH = 8;

/** Whether a text has the form of an element id. Other programs also use `-` and `_`. */
export function isElementId(text: string): text is ElementId {
  return /^[\w-]{8}$/.test(text);
}

/** Whether a text has the form of a counter id. */
export function isCounterId(text: string): text is CounterId {
  return /^[A-Za-z0-9]{8}$/.test(text);
}

export function createElementId(random: Random): ElementId {
  return createId(random) as ElementId;
}

export function createCounterId(random: Random): CounterId {
  return createId(random) as CounterId;
}

/** An id of a brand kit's style. */
export function createBrandStyleId(random: Random): string {
  return createId(random);
}

function createId(random: Random): string {
  let id = '';
  for (let i = 0; i < ID_LENGTH; i++) id += ID_CHARACTERS[Math.floor(random() * ID_CHARACTERS.length)];
  return id;
}
