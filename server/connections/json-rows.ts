import { QueryRefused } from './query-refused.ts';
import type { Row } from './rows.ts';

const DEPTH = 3;
const COLUMNS = 1_000;
/** Objects within objects that are looked into for columns. */
const NESTED = 5;

type Fields = Readonly<Record<string, unknown>>;

/**
 * The rows in an answer: its list of objects, or the first such list within it. Fields of objects within a row are columns
 * named `a.b`; lists stay JSON. A column is there that any row has, in the order in which they come up.
 */
export function jsonRows(text: string): readonly Row[] {
  const list = listOf(parsed(text));
  if (list === null) throw new QueryRefused('query.notRows');
  const columns = new Map<string, number>();
  const rows = list.map((one) => {
    const row: (string | null)[] = [];
    for (const [name, value] of flat(one)) {
      const place = columns.get(name) ?? columns.size;
      columns.set(name, place);
      if (place >= COLUMNS) throw new QueryRefused('query.notRows');
      row[place] = value;
    }
    return row;
  });
  return [[...columns.keys()], ...rows.map((row) => Array.from({ length: columns.size }, (_, at) => row[at] ?? null))];
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\u{FEFF}/u, ''));
  } catch {
    throw new QueryRefused('query.notRows');
  }
}

function listOf(value: unknown): readonly Fields[] | null {
  for (let level: unknown[] = [value], depth = 0; depth <= DEPTH; depth++) {
    const found = level.find((one): one is Fields[] => Array.isArray(one) && one.length > 0 && one.every(isFields));
    if (found !== undefined) return found;
    level = level.flatMap((one) => (isFields(one) ? Object.values(one) : []));
  }
  return null;
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function* flat(fields: Fields, before = '', depth = 0): Generator<readonly [string, string | null]> {
  for (const [key, value] of Object.entries(fields)) {
    const name = before + key;
    if (isFields(value) && depth < NESTED) yield* flat(value, `${name}.`, depth + 1);
    else yield [name, textOf(value)];
  }
}

function textOf(value: unknown): string | null {
  if (value === null || value === undefined) return null;
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
