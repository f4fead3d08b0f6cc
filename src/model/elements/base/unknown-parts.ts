import type { AssetKey } from '#model/kernel/ids.ts';

/** A piece of XML that this version doesn't know, kept to be written back into the file. */
export interface RawNode {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly RawNode[];
  readonly text: string;
}

/**
 * Parts of a file that this version doesn't know. They are written back unchanged, so that another version, or the
 * product that wrote them, finds them again.
 */
export interface UnknownParts {
  readonly attributes?: Readonly<Record<string, string>>;
  readonly children?: readonly RawNode[];
  /** Attributes of known child elements without data of their own, like lists; by the child's name. */
  readonly ofChildren?: Readonly<Record<string, RawNode['attributes']>>;
  /** Unknown values of known attributes, by the attribute's name. */
  readonly values?: Readonly<Record<string, UnknownValue>>;
}

/** A value from the file that is written back until the value used instead changes. */
export interface UnknownValue {
  /** The value in the file. */
  readonly raw: string;
  /** The file's form of the value used instead. `raw` is dropped once a different value would be written. */
  readonly shownAs: string;
  /** The specification defines such a value, so that the user needs no message. */
  readonly quiet?: true;
}

/** The parts, without empty lists; undefined when all are empty. */
export function unknownParts(parts: UnknownParts): UnknownParts | undefined {
  const { attributes = {}, children = [], values = {} } = parts;
  const ofChildren = Object.entries(parts.ofChildren ?? {}).filter(([, of]) => Object.keys(of).length > 0);
  const found: UnknownParts = {
    ...(Object.keys(attributes).length === 0 ? {} : { attributes }),
    ...(children.length === 0 ? {} : { children }),
    ...(ofChildren.length === 0 ? {} : { ofChildren: Object.fromEntries(ofChildren) }),
    ...(Object.keys(values).length === 0 ? {} : { values }),
  };
  return Object.keys(found).length === 0 ? undefined : found;
}

type Attributes = Readonly<Record<string, string | number | boolean>>;

/** The names of unknown values that are still valid, given the attributes that would be written without them. */
export function unchangedValues(unknown: UnknownParts | undefined, written: Attributes): readonly string[] {
  return Object.entries(unknown?.values ?? {})
    .filter(([name, { shownAs }]) => String(written[name] ?? '') === shownAs)
    .map(([name]) => name);
}

/** The attributes to write: the known ones, and the unknown ones that don't contradict them. */
export function withUnknownParts(written: Attributes, unknown: UnknownParts | undefined): Attributes {
  const raw = unchangedValues(unknown, written).map((name) => [name, unknown?.values?.[name]?.raw ?? ''] as const);
  return { ...unknown?.attributes, ...written, ...Object.fromEntries(raw) };
}

/** Possible image names of the file in these parts (64 hexadecimal digits), so that the images are kept as well. */
export function possibleAssetKeys(parts: object | undefined): readonly AssetKey[] {
  return (JSON.stringify(parts ?? {}).match(/\b[0-9a-f]{64}\b/g) ?? []) as unknown as readonly AssetKey[];
}
