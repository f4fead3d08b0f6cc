/** A record as texts by field name. */
export type FieldTexts = ReadonlyMap<string, string>;
