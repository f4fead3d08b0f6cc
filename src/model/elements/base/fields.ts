import { problem, type Problem } from '#model/kernel/problem.ts';
import type { DataSource } from './content.ts';
import { unknownParts, type RawNode, type UnknownParts, type UnknownValue } from './unknown-parts.ts';

/** The file's data of an element: attributes by the specification's names, and the contents of child elements. */
export interface ElementFields {
  readonly attributes: Readonly<Record<string, string | number | boolean>>;
  readonly sources?: readonly DataSource[];
  /** Replaces `sources` when data sources have further attributes, as in table cells. */
  readonly entries?: readonly {
    readonly source: DataSource;
    readonly attributes: Readonly<Record<string, string | number | boolean>>;
  }[];
  /** The key of the element's image in the file's asset list. */
  readonly asset?: string;
}

/** One entry of a list of data sources. `fields` reads its other attributes and reports their faults. */
export interface SourceEntry {
  /** The source without its unknown parts, which `sourceOf` adds. */
  readonly source: DataSource;
  /** The source's attributes as written to the file. */
  readonly written: ElementFields['attributes'];
  readonly fields: FieldReader;
}

/**
 * The entry's source with all parts that were not read. `written` is what an element writes into the entry in addition
 * to the source.
 */
export function sourceOf(entry: SourceEntry, written: ElementFields['attributes'] = {}): DataSource {
  const unknown = entry.fields.unknown({ ...entry.written, ...written });
  return unknown === undefined ? entry.source : { ...entry.source, unknown };
}

/**
 * Reads attributes one by one. An absent attribute gives the default, and so does an empty one, which stays empty in
 * the file until something else is chosen. A well-formed value that is unknown (a code, a number beyond its limits)
 * gives the default or the limit, and the value itself is kept for the file. An invalid value is a problem: input is
 * never repaired silently.
 */
export interface FieldReader {
  /** Whether the file has the attribute, even if empty. This doesn't read the value. */
  has(name: string): boolean;
  text(name: string, fallback: string): string;
  /** A text that cannot be empty. */
  filledText(name: string, fallback: string): string;
  /** A decimal number, clamped to the bounds. */
  number(name: string, fallback: number, min: number, max: number): number;
  flag(name: string, fallback: boolean): boolean;
  /** The model's name for one of the file's codes. */
  code<T extends string>(name: string, codes: Readonly<Record<string, T>>, fallback: T): T;
  /** The data sources, each with its unknown parts. */
  readonly sources: readonly DataSource[];
  /** The data sources, each with a reader for its other attributes. */
  readonly entries: readonly SourceEntry[];
  readonly asset: string | null;
  /** Reports that a value read before can't be used. */
  reject(name: string): void;
  /**
   * Reports that a value read before is unknown and must be kept. Use `quiet` if the specification defines such a
   * value.
   */
  keep(name: string, quiet?: 'quiet'): void;
  /** The first fault found; null when there was none. */
  problem(): Problem | null;
  /** The names of kept values that are reported to the user. */
  kept(): readonly string[];
  /** Everything that was kept or not read. `written` is what is written for the same attributes. */
  unknown(written: ElementFields['attributes']): UnknownParts | undefined;
}

export interface FieldOrigin {
  readonly elementName: string;
  readonly attributes: Readonly<Record<string, string>>;
  /** The list of data sources. An element that doesn't read it keeps it. */
  readonly list?: { readonly node: RawNode; readonly read: () => readonly SourceEntry[] } | undefined;
  /** The attribute that names an image. An element that doesn't read it keeps it. */
  readonly assetField?: string;
  /** Child elements that this version does not know. */
  readonly children?: readonly RawNode[];
  /** Child elements with nothing unknown but attributes. */
  readonly knownChildren?: readonly RawNode[];
  /** `lenient`: nothing is a problem. An invalid value is kept as well, and the default is used instead. */
  readonly mode?: 'lenient';
}

/** What a program may write for a missing number, flag or code. All but the empty text are reported. */
const NO_VALUES: ReadonlySet<string> = new Set(['', 'null', 'undefined', 'NaN']);
/** A number as programs write it, also with a sign or an exponent. */
const DECIMAL = /^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?$/i;
/** Rounding error of a zero after some arithmetic. */
const TINY = 1e-6;

export function createFieldReader(origin: FieldOrigin): FieldReader {
  const { attributes, mode } = origin;
  let entries: readonly SourceEntry[] | null = null;
  const asked = new Set<string>();
  const kept = new Map<string, { readonly quiet: boolean }>();
  let first: Problem | null = null;
  const refuse = (name: string): void => {
    const params = { field: name, value: (attributes[name] ?? '').slice(0, 40) };
    first ??= problem('template.badField', params, origin.elementName);
  };
  const keep = (name: string, quiet?: 'quiet'): void => {
    if (!kept.has(name)) kept.set(name, { quiet: quiet === 'quiet' });
  };
  const reject = (name: string): void => (mode === 'lenient' ? keep(name) : refuse(name));
  const raw = (name: string): string | undefined => {
    asked.add(name);
    return attributes[name];
  };
  /** The value of an attribute other than a text; undefined for the default. */
  const value = (name: string): string | undefined => {
    const text = raw(name);
    if (text === undefined || mode === 'lenient' || !NO_VALUES.has(text)) return text;
    keep(name, text === '' ? 'quiet' : undefined);
    return undefined;
  };
  return {
    get sources() {
      return this.entries.map((entry) => sourceOf(entry));
    },
    get entries() {
      return (entries ??= origin.list?.read() ?? []);
    },
    get asset() {
      return origin.assetField === undefined ? null : (raw(origin.assetField) ?? null);
    },
    has: (name) => attributes[name] !== undefined,
    reject,
    keep,
    text: (name, fallback) => raw(name) ?? fallback,
    filledText(name, fallback) {
      const text = raw(name);
      if (text === '') keep(name, 'quiet');
      return text === undefined || text === '' ? fallback : text;
    },
    number(name, fallback, min, max) {
      const text = value(name);
      if (text === undefined) return fallback;
      const trimmed = text.trim();
      const exact = DECIMAL.test(trimmed) ? Number(trimmed) : NaN;
      const number = Math.abs(exact) < TINY ? 0 : exact;
      if (number >= min && number <= max) return number;
      if (Number.isNaN(number)) {
        reject(name);
        return fallback;
      }
      keep(name);
      return number < min ? min : max;
    },
    flag(name, fallback) {
      const text = value(name)?.toLowerCase();
      if (text === undefined) return fallback;
      if (text === 'true' || text === '1' || text === 'yes') return true;
      if (text === 'false' || text === '0' || text === 'no') return false;
      reject(name);
      return fallback;
    },
    code(name, codes, fallback) {
      const code = value(name);
      if (code === undefined) return fallback;
      const known = Object.hasOwn(codes, code) ? codes[code] : undefined;
      if (known === undefined) keep(name);
      return known ?? fallback;
    },
    problem: () => first,
    kept: () => [...kept].filter(([, { quiet }]) => !quiet).map(([name]) => name),
    unknown(written) {
      const values = [...kept].map(([name, { quiet }]): readonly [string, UnknownValue] => [
        name,
        {
          raw: attributes[name] ?? '',
          shownAs: String(written[name] ?? ''),
          ...(quiet ? { quiet: true as const } : {}),
        },
      ]);
      const lists = [
        ...(entries === null || origin.list === undefined ? [] : [origin.list.node]),
        ...(origin.knownChildren ?? []),
      ];
      return unknownParts({
        ofChildren: Object.fromEntries(lists.map((node) => [node.name, node.attributes])),
        attributes: Object.fromEntries(Object.entries(attributes).filter(([name]) => !asked.has(name))),
        children: [
          ...(entries === null && origin.list !== undefined ? [origin.list.node] : []),
          ...(origin.children ?? []),
        ],
        values: Object.fromEntries(values),
      });
    },
  };
}

/** The file's code for a name of the model: the inverse of a code table. */
export function codeOf<T extends string>(codes: Readonly<Record<string, T>>, name: T): string {
  const entry = Object.entries(codes).find(([, value]) => value === name);
  if (entry === undefined) throw new Error(`no file code for ${name}`);
  return entry[0];
}
