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
  /** Makes the source's attributes as written to the file. */
  readonly written: () => ElementFields['attributes'];
  readonly fields: FieldReader;
}

/**
 * The entry's source with all parts that were not read. `written` makes what an element writes into the entry in addition
 * to the source.
 */
export function sourceOf(entry: SourceEntry, written: () => ElementFields['attributes'] = () => ({})): DataSource {
  const unknown = entry.fields.unknown(() => ({ ...entry.written(), ...written() }));
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
  /** The names of all attributes that begin like this. */
  namesAfter(start: string): readonly string[];
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
  /** Everything that was kept or not read. `written` makes what is written for the same attributes. */
  unknown(written: () => ElementFields['attributes']): UnknownParts | undefined;
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
  return new AttributeReader(origin);
}

/** A class, because a file may have forty thousand of them, and closures take longer to make than an element to read. */
class AttributeReader implements FieldReader {
  readonly #origin: FieldOrigin;
  readonly #attributes: FieldOrigin['attributes'];
  readonly #isLenient: boolean;
  readonly #asked = new Set<string>();
  /** Whether each kept value is quiet, by the attribute's name; null for none. */
  #kept: Map<string, boolean> | null = null;
  #entries: readonly SourceEntry[] | null = null;
  #sources: readonly DataSource[] | null = null;
  #problem: Problem | null = null;

  constructor(origin: FieldOrigin) {
    this.#origin = origin;
    this.#attributes = origin.attributes;
    this.#isLenient = origin.mode === 'lenient';
  }

  get sources(): readonly DataSource[] {
    return (this.#sources ??= this.entries.map((entry) => sourceOf(entry)));
  }

  get entries(): readonly SourceEntry[] {
    return (this.#entries ??= this.#origin.list?.read() ?? []);
  }

  get asset(): string | null {
    const { assetField } = this.#origin;
    return assetField === undefined ? null : (this.#raw(assetField) ?? null);
  }

  has(name: string): boolean {
    return this.#attributes[name] !== undefined;
  }

  namesAfter(start: string): readonly string[] {
    return Object.keys(this.#attributes).filter((name) => name.startsWith(start));
  }

  text(name: string, fallback: string): string {
    return this.#raw(name) ?? fallback;
  }

  filledText(name: string, fallback: string): string {
    const text = this.#raw(name);
    if (text === '') this.keep(name, 'quiet');
    return text === undefined || text === '' ? fallback : text;
  }

  number(name: string, fallback: number, min: number, max: number): number {
    const text = this.#value(name);
    if (text === undefined) return fallback;
    const trimmed = text.trim();
    const exact = DECIMAL.test(trimmed) ? Number(trimmed) : NaN;
    const number = Math.abs(exact) < TINY ? 0 : exact;
    if (number >= min && number <= max) return number;
    if (Number.isNaN(number)) {
      this.reject(name);
      return fallback;
    }
    this.keep(name);
    return number < min ? min : max;
  }

  flag(name: string, fallback: boolean): boolean {
    const text = this.#value(name)?.toLowerCase();
    if (text === undefined) return fallback;
    if (text === 'true' || text === '1' || text === 'yes') return true;
    if (text === 'false' || text === '0' || text === 'no') return false;
    this.reject(name);
    return fallback;
  }

  code<T extends string>(name: string, codes: Readonly<Record<string, T>>, fallback: T): T {
    const code = this.#value(name);
    if (code === undefined) return fallback;
    const known = Object.hasOwn(codes, code) ? codes[code] : undefined;
    if (known === undefined) this.keep(name);
    return known ?? fallback;
  }

  reject(name: string): void {
    if (this.#isLenient) {
      this.keep(name);
      return;
    }
    const params = { field: name, value: (this.#attributes[name] ?? '').slice(0, 40) };
    this.#problem ??= problem('template.badField', params, this.#origin.elementName);
  }

  keep(name: string, quiet?: 'quiet'): void {
    this.#kept ??= new Map();
    if (!this.#kept.has(name)) this.#kept.set(name, quiet === 'quiet');
  }

  problem(): Problem | null {
    return this.#problem;
  }

  kept(): readonly string[] {
    return [...(this.#kept ?? [])].filter(([, isQuiet]) => !isQuiet).map(([name]) => name);
  }

  unknown(written: () => ElementFields['attributes']): UnknownParts | undefined {
    const { list, knownChildren = [], children = [] } = this.#origin;
    const unread = Object.keys(this.#attributes).filter((name) => !this.#asked.has(name));
    const lists = this.#entries === null || list === undefined ? knownChildren : [list.node, ...knownChildren];
    const isKnown =
      unread.length === 0 &&
      children.length === 0 &&
      (this.#entries !== null || list === undefined) &&
      lists.every((node) => Object.keys(node.attributes).length === 0);
    if (isKnown && this.#kept === null) return undefined;
    return unknownParts({
      ofChildren: Object.fromEntries(lists.map((node) => [node.name, node.attributes])),
      attributes: Object.fromEntries(unread.map((name) => [name, this.#attributes[name] ?? ''])),
      children: this.#entries === null && list !== undefined ? [list.node, ...children] : children,
      values: this.#kept === null ? {} : this.#keptValues(this.#kept, written()),
    });
  }

  #keptValues(
    kept: ReadonlyMap<string, boolean>,
    written: ElementFields['attributes'],
  ): Readonly<Record<string, UnknownValue>> {
    const values = [...kept].map(([name, isQuiet]): readonly [string, UnknownValue] => [
      name,
      {
        raw: this.#attributes[name] ?? '',
        shownAs: String(written[name] ?? ''),
        ...(isQuiet ? { quiet: true as const } : {}),
      },
    ]);
    return Object.fromEntries(values);
  }

  #raw(name: string): string | undefined {
    this.#asked.add(name);
    return this.#attributes[name];
  }

  /** The value of an attribute other than a text; undefined for the default. */
  #value(name: string): string | undefined {
    const text = this.#raw(name);
    if (text === undefined || this.#isLenient || !NO_VALUES.has(text)) return text;
    this.keep(name, text === '' ? 'quiet' : undefined);
    return undefined;
  }
}

/** The file's code for a name of the model: the inverse of a code table. */
export function codeOf<T extends string>(codes: Readonly<Record<string, T>>, name: T): string {
  const entry = Object.entries(codes).find(([, value]) => value === name);
  if (entry === undefined) throw new Error(`no file code for ${name}`);
  return entry[0];
}
