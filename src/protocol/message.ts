import type { Static, TSchema } from 'typebox';

/** The immutable value of a schema. The one source of the types of network messages. */
export type Message<S extends TSchema> = Frozen<Static<S>>;

type Frozen<T> = T extends object ? { readonly [K in keyof T]: Frozen<T[K]> } : T;
