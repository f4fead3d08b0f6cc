import { GS1_ROWS, type Gs1Row } from './identifier-table.ts';
import { isGs1Rule } from './rules.ts';

/** One part of a value. */
export interface Gs1Part {
  readonly characters: 'N' | 'X' | 'Y' | 'Z';
  readonly least: number;
  readonly most: number;
  /** Whether the part may be missing; only last parts can be. */
  readonly optional: boolean;
  /** Names of rules in `rules.ts`. */
  readonly rules: readonly string[];
}

/** An application identifier. */
export interface Gs1Identifier {
  readonly ai: string;
  /** The data title, the same in all languages. */
  readonly title: string;
  readonly parts: readonly Gs1Part[];
  /** Least and greatest length of the whole value, in characters. */
  readonly least: number;
  readonly most: number;
  /** Whether the length is predefined, so that no separator follows. */
  readonly predefinedLength: boolean;
  /** All of these must be fulfilled. Each is a list of alternatives, of which one set must be present as a whole. */
  readonly needs: readonly (readonly (readonly string[])[])[];
  /** Identifiers that must not appear together with it; `n` is any digit. */
  readonly excludes: readonly string[];
  /**
   * The possible lists of qualifiers that may follow it in a Digital Link, each in order; null when it is no primary
   * key.
   */
  readonly qualifiers: readonly (readonly string[])[] | null;
  readonly linkAttribute: boolean;
}

/** The first two digits of identifiers with a predefined length (GS1 General Specifications, figure 7.8.5-2). */
const PREDEFINED = new Set('00 01 02 03 04 11 12 13 14 15 16 17 18 19 20 31 32 33 34 35 36 41'.split(' '));

const IDENTIFIERS: ReadonlyMap<string, Gs1Identifier> = new Map(
  GS1_ROWS.flatMap((row) => expanded(row).map((identifier) => [identifier.ai, identifier] as const)),
);

/** All identifiers, in the order of the table. */
export function gs1Identifiers(): Iterable<Gs1Identifier> {
  return IDENTIFIERS.values();
}

export function gs1Identifier(ai: string): Gs1Identifier | undefined {
  return IDENTIFIERS.get(ai);
}

function expanded([range, format, title, rules = {}]: Gs1Row): readonly Gs1Identifier[] {
  const [first = '', last = first] = range.split('-');
  const parts = format.split(' ').map(partOf);
  const shared = {
    title,
    parts,
    least: parts.reduce((sum, part) => sum + (part.optional ? 0 : part.least), 0),
    most: parts.reduce((sum, part) => sum + part.most, 0),
    needs: words(rules.needs, ' ').map((demand) => demand.split(',').map((set) => set.split('+'))),
    excludes: words(rules.not, ','),
    qualifiers: rules.link === undefined ? null : rules.link.map((choice) => choice.split(',')),
    linkAttribute: rules.inLink !== false,
  };
  return Array.from({ length: Number(last) - Number(first) + 1 }, (_, i) => {
    const ai = String(Number(first) + i).padStart(first.length, '0');
    return { ai, ...shared, predefinedLength: PREDEFINED.has(ai.slice(0, 2)) };
  });
}

function words(text: string | undefined, separator: string): readonly string[] {
  return text === undefined ? [] : text.split(separator);
}

/** Reads a format such as `N6`, `X..20` or `N6?:date`. */
function partOf(text: string): Gs1Part {
  const [format = '', ...rules] = text.split(':');
  const found = /^([NXYZ])(\.\.)?(\d+)(\?)?$/.exec(format);
  if (found === null || !rules.every(isGs1Rule)) throw new Error(`no format: ${text}`);
  const most = Number(found[3]);
  return {
    characters: found[1] as Gs1Part['characters'],
    least: found[2] === undefined ? most : 1,
    most,
    optional: found[4] !== undefined,
    rules,
  };
}
