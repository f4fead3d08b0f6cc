/** A record as texts by the names of its fields. */
export type FieldTexts = ReadonlyMap<string, string>;
