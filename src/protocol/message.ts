import type { Static, TSchema } from 'typebox';

/** What a schema describes, as a value that nobody changes. The one source of the types of what crosses the network. */
export type Message<S extends TSchema> = Frozen<Static<S>>;

type Frozen<T> = T extends object ? { readonly [K in keyof T]: Frozen<T[K]> } : T;
