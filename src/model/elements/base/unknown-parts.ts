/** A piece of XML that nobody here knows, kept for the way back into the file. */
export interface RawNode {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly RawNode[];
  readonly text: string;
}

/**
 * What a file says that this version does not know. It is written back as it was, so that another version, or the
 * product that wrote it, finds it again.
 */
export interface UnknownParts {
  readonly attributes?: Readonly<Record<string, string>>;
  readonly children?: readonly RawNode[];
  /** Values of known attributes that this version has no meaning for, by the attribute's name. */
  readonly values?: Readonly<Record<string, UnknownValue>>;
}

/** A value that stands for another as long as nobody changes it. */
export interface UnknownValue {
  /** As the file has it. */
  readonly raw: string;
  /** What the file would have for the value that is used in its place: once it has another, `raw` is forgotten. */
  readonly standsFor: string;
  /** The specification itself says what such a value means, so that there is nothing to tell. */
  readonly quiet?: true;
}

/** Undefined when there is nothing of the kind. */
export function unknownParts(parts: UnknownParts): UnknownParts | undefined {
  const { attributes = {}, children = [], values = {} } = parts;
  const found: UnknownParts = {
    ...(Object.keys(attributes).length === 0 ? {} : { attributes }),
    ...(children.length === 0 ? {} : { children }),
    ...(Object.keys(values).length === 0 ? {} : { values }),
  };
  return Object.keys(found).length === 0 ? undefined : found;
}

type Attributes = Readonly<Record<string, string | number | boolean>>;

/** The names of the unknown values that still stand, given what would be written without them. */
export function standingValues(unknown: UnknownParts | undefined, written: Attributes): readonly string[] {
  return Object.entries(unknown?.values ?? {})
    .filter(([name, { standsFor }]) => String(written[name] ?? '') === standsFor)
    .map(([name]) => name);
}

/** What is written: what is known, and what is not where it does not contradict that. */
export function withUnknownParts(written: Attributes, unknown: UnknownParts | undefined): Attributes {
  const raw = standingValues(unknown, written).map((name) => [name, unknown?.values?.[name]?.raw ?? ''] as const);
  return { ...unknown?.attributes, ...written, ...Object.fromEntries(raw) };
}
