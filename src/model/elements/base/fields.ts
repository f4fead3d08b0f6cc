import { problem, type Problem } from '#model/kernel/problem.ts';
import type { DataSource } from './content.ts';

/** What an element has in the file: attributes by the specification's names, and what stands in children. */
export interface ElementFields {
  readonly attributes: Readonly<Record<string, string | number | boolean>>;
  readonly sources?: readonly DataSource[];
  /** In the place of `sources`: data sources with attributes of their own, as those of a table's cells. */
  readonly entries?: readonly {
    readonly source: DataSource;
    readonly attributes: Readonly<Record<string, string | number | boolean>>;
  }[];
  /** The key of the image whose bytes stand in the file's `Data`. */
  readonly asset?: string;
}

/** One entry of a data-source list, with a reader of what else it has; wrong values of it are told by that reader. */
export interface SourceEntry {
  readonly source: DataSource;
  readonly fields: FieldReader;
}

/**
 * Reads an element's attributes one by one and remembers the first that is wrong. An attribute that is absent
 * takes the default; one that is there but unusable is a problem: input is never repaired in silence.
 */
export interface FieldReader {
  text(name: string, fallback: string): string;
  /** A finite decimal number within the bounds. */
  number(name: string, fallback: number, min: number, max: number): number;
  flag(name: string, fallback: boolean): boolean;
  /** The model's name for one of the file's codes. */
  code<T extends string>(name: string, codes: Readonly<Record<string, T>>, fallback: T): T;
  readonly sources: readonly DataSource[];
  /** The same with what else the file says of each. */
  readonly entries: readonly SourceEntry[];
  readonly asset: string | null;
  /** Says that a value read before cannot be used after all. */
  reject(name: string): void;
  /** The first thing wrong; null when all was well. */
  problem(): Problem | null;
  /** Attributes that nobody asked for. */
  unknown(): Readonly<Record<string, string>> | undefined;
}

export function createFieldReader(
  elementName: string,
  attributes: Readonly<Record<string, string>>,
  entries: readonly SourceEntry[],
  asset: string | null,
): FieldReader {
  const asked = new Set<string>();
  let first: Problem | null = null;
  const reject = (name: string): void => {
    first ??= problem('template.badField', { field: name, value: (attributes[name] ?? '').slice(0, 40) }, elementName);
  };
  const raw = (name: string): string | undefined => {
    asked.add(name);
    return attributes[name];
  };
  return {
    sources: entries.map((entry) => entry.source),
    entries,
    asset,
    reject,
    text: (name, fallback) => raw(name) ?? fallback,
    number(name, fallback, min, max) {
      const value = raw(name);
      if (value === undefined) return fallback;
      const number = /^-?\d+(\.\d+)?$/.test(value) ? Number(value) : NaN;
      if (number >= min && number <= max) return number;
      reject(name);
      return fallback;
    },
    flag(name, fallback) {
      const value = raw(name)?.toLowerCase();
      if (value === undefined) return fallback;
      if (value === 'true' || value === '1' || value === 'yes') return true;
      if (value === 'false' || value === '0' || value === 'no') return false;
      reject(name);
      return fallback;
    },
    code(name, codes, fallback) {
      const value = raw(name);
      if (value === undefined) return fallback;
      const known = codes[value];
      if (known === undefined) reject(name);
      return known ?? fallback;
    },
    problem: () => first,
    unknown() {
      const left = Object.entries(attributes).filter(([name]) => !asked.has(name));
      return left.length === 0 ? undefined : Object.fromEntries(left);
    },
  };
}

/** The file's code of a model name: the inverse of a code table. */
export function codeOf<T extends string>(codes: Readonly<Record<string, T>>, name: T): string {
  const entry = Object.entries(codes).find(([, value]) => value === name);
  if (entry === undefined) throw new Error(`no file code for ${name}`);
  return entry[0];
}
